package io.proofmill.cli.files;

import io.proofmill.groth16.OutputFile;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The files that a command writes: asked about before hours of work, and there at the end all of them or none. */
public final class OutputFiles {
    private OutputFiles() {}

    /**
     * Refuses a file that cannot be written, that is another of them, or that is read too.
     *
     * @param outputs files to write; null for one that was not asked for
     * @param inputs files to read; null for one that was not given
     * @throws BadInputException USAGE
     */
    public static void requireWritable(List<Path> outputs, List<Path> inputs) throws IOException {
        List<Path> taken = new ArrayList<>(inputs);
        for (Path file : outputs) {
            if (file != null) {
                requireFolder(file);
                requireOther(file, taken);
                taken.add(file);
            }
        }
    }

    private static void requireOther(Path file, List<Path> taken) throws IOException {
        for (Path other : taken) {
            if (other != null && isSame(file, other)) {
                throw new BadInputException(
                        ReasonCode.USAGE, file + " would be written over " + other + "; give it another name");
            }
        }
    }

    private static void requireFolder(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new BadInputException(ReasonCode.USAGE, "the folder of " + file + " does not exist");
        }
        if (Files.isDirectory(file)) {
            throw new BadInputException(ReasonCode.USAGE, file + " is a folder, a file was expected");
        }
    }

    /** Devices, pipes and standard output may be named twice. */
    private static boolean isSame(Path file, Path other) throws IOException {
        if (OutputFile.isStream(file)) {
            return false;
        }
        if (Files.exists(file) && Files.exists(other)) {
            return Files.isSameFile(file, other);
        }
        return file.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    }

    /** Writes all of them beside their places, then moves them there. */
    public static void write(Map<Path, byte[]> contents) throws IOException {
        List<OutputFile> files = new ArrayList<>();
        try {
            for (Map.Entry<Path, byte[]> content : contents.entrySet()) {
                OutputFile file = OutputFile.at(content.getKey());
                files.add(file);
                Files.write(file.draft(), content.getValue());
            }
            for (OutputFile file : files) {
                file.publish();
            }
        } finally {
            for (OutputFile file : files) {
                file.close();
            }
        }
    }
}
