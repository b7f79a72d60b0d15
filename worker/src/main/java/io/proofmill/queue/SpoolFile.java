package io.proofmill.queue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of the spool while it is written. Whatever goes wrong here is the disk's fault, not the payload's and not its store's: it must neither condemn the job nor be mended by asking the store again for
 * the bytes after those that were lost.
 */
final class SpoolFile implements AutoCloseable {
    private final Path path;
    private final OutputStream out;

    private SpoolFile(Path path, OutputStream out) {
        this.path = path;
        this.out = out;
    }

    /** Opens the file at its end. */
    static SpoolFile append(Path path) throws PayloadException {
        try {
            return new SpoolFile(path, Files.newOutputStream(path, StandardOpenOption.APPEND));
        } catch (IOException e) {
            throw unavailable(path, e);
        }
    }

    void write(byte[] bytes, int length) throws PayloadException {
        try {
            out.write(bytes, 0, length);
        } catch (IOException e) {
            throw unavailable(path, e);
        }
    }

    @Override
    public void close() throws PayloadException {
        try {
            out.close();
        } catch (IOException e) {
            throw unavailable(path, e);
        }
    }

    private static PayloadException unavailable(Path path, IOException cause) {
        return new PayloadException(
                Reason.STORAGE_UNAVAILABLE,
                "the spool's file %s cannot be written: %s".formatted(path, cause.getMessage()),
                cause);
    }
}
