package io.proofmill.groth16;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * A file in the making: it is written beside its place and moved there when it is whole, so that a half-written one is never seen under its name and what was there stays until then. A
 * symbolic link stays one. What is there and is no regular file, such as a pipe, is written to directly, and so is what this process has open, such as {@code /dev/stdout}.
 */
public final class OutputFile implements AutoCloseable {
    private static final List<Path> OPEN_FILES =
            List.of(Path.of("/dev/stdout"), Path.of("/dev/stderr"), Path.of("/dev/fd"), Path.of("/proc"));

    private final Path place;
    private final Path draft;

    private OutputFile(Path place, Path draft) {
        this.place = place;
        this.draft = draft;
    }

    /**
     * Prepares a file; nothing is written yet.
     *
     * @throws BadInputException USAGE when its folder does not exist
     */
    public static OutputFile at(Path path) throws IOException {
        if (!Files.exists(path)) {
            if (!Files.isDirectory(path.toAbsolutePath().getParent())) {
                throw new BadInputException(ReasonCode.USAGE, "the folder of " + path + " does not exist");
            }
            return new OutputFile(path, draftOf(path));
        }
        if (isStream(path)) {
            return new OutputFile(path, path);
        }
        Path place = path.toRealPath();
        return new OutputFile(place, draftOf(place));
    }

    /** Whether bytes go there one after the other, whatever else has been written before: a pipe, a device, or a file that the shell has opened for this process. */
    public static boolean isStream(Path path) {
        Path absolute = path.toAbsolutePath();
        return (Files.exists(path) && !Files.isRegularFile(path))
                || OPEN_FILES.stream().anyMatch(absolute::startsWith);
    }

    /** No other process that is alive has a draft of that name, and hardly one that is dead or in another container. */
    private static Path draftOf(Path place) {
        Path draft = place.resolveSibling(place.getFileName() + "."
                + ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime()) + ".part");
        // Nothing else deletes it when the process is told to end half way.
        draft.toFile().deleteOnExit();
        return draft;
    }

    /** Where to write. */
    public Path draft() {
        return draft;
    }

    /**
     * Asks before hours of work whether the disk has room for that many bytes.
     *
     * @throws ProofmillException STORAGE_UNAVAILABLE when it has not
     */
    public OutputFile requireRoom(long bytes) throws IOException {
        Path folder = place.toAbsolutePath().getParent();
        long free = Files.getFileStore(folder).getUsableSpace();
        if (bytes > free) {
            throw new ProofmillException(
                    ReasonCode.STORAGE_UNAVAILABLE,
                    place + " needs " + bytes + " bytes, the disk of " + folder + " has " + free + " free");
        }
        return this;
    }

    /** Puts the written file in its place. */
    public void publish() throws IOException {
        if (!draft.equals(place)) {
            Files.move(draft, place, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** Deletes what was not published. */
    @Override
    public void close() throws IOException {
        if (!draft.equals(place)) {
            Files.deleteIfExists(draft);
        }
    }
}
