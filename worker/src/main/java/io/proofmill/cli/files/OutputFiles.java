package io.proofmill.cli.files;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.nio.file.Files;
import java.nio.file.Path;

/** Asks before hours of work whether its result can be written. */
final class OutputFiles {
    private OutputFiles() {}

    /**
     * Refuses a file whose folder does not exist.
     *
     * @throws BadInputException USAGE
     */
    static void requireWritable(Path... files) {
        for (Path file : files) {
            Path folder = file.toAbsolutePath().getParent();
            if (folder == null || !Files.isDirectory(folder)) {
                throw new BadInputException(ReasonCode.USAGE, "the folder of " + file + " does not exist");
            }
            if (Files.isDirectory(file)) {
                throw new BadInputException(ReasonCode.USAGE, file + " is a folder, a file was expected");
            }
        }
    }
}
