package io.proofmill.queue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder of bounded size for payloads on their way to a prover. Room is reserved before a byte is written. Thread-safe.
 *
 * <p>What an earlier process left behind is deleted when the spool is first used; the folder must be this worker's own.
 */
final class Spool {
    private static final Logger LOG = LoggerFactory.getLogger(Spool.class);

    private final Path folder;
    private final long capacity;
    private final Map<Path, Long> reserved = new HashMap<>();
    private long used;
    private long serial;

    Spool(Path folder, long capacity) {
        this.folder = folder;
        this.capacity = capacity;
    }

    /**
     * A new, empty file with room for so many bytes.
     *
     * @throws PayloadException STORAGE_UNAVAILABLE when there is no room now, or the folder cannot be used
     */
    synchronized Path reserve(long bytes) throws PayloadException {
        requireFits(bytes);
        requireRoom(bytes);
        try {
            if (serial == 0) {
                empty();
            }
            Path file = folder.resolve("payload-" + ++serial);
            Files.createFile(file);
            reserved.put(file, bytes);
            used += bytes;
            return file;
        } catch (IOException e) {
            throw new PayloadException(Reason.STORAGE_UNAVAILABLE, "the spool cannot be written: " + e, e);
        }
    }

    /**
     * Room for so many bytes more in a file that grows.
     *
     * @throws PayloadException STORAGE_UNAVAILABLE when there is no room now
     */
    synchronized void extend(Path file, long bytes) throws PayloadException {
        requireRoom(bytes);
        reserved.computeIfPresent(file, (path, before) -> before + bytes);
        used += bytes;
    }

    /** Deletes the file and gives its room back. A file that is not of this spool is left alone. */
    synchronized void release(Path file) {
        Long bytes = reserved.remove(file);
        if (bytes != null) {
            used -= bytes;
            delete(file);
        }
    }

    synchronized long used() {
        return used;
    }

    /** @throws PayloadException TOO_LARGE when so much would not fit even if the spool were empty */
    void requireFits(long bytes) throws PayloadException {
        if (bytes > capacity) {
            throw new PayloadException(
                    Reason.TOO_LARGE,
                    "a payload of %d bytes is larger than the whole spool of %d".formatted(bytes, capacity));
        }
    }

    private void requireRoom(long bytes) throws PayloadException {
        if (used + bytes > capacity) {
            throw new PayloadException(
                    Reason.STORAGE_UNAVAILABLE,
                    "the spool holds %d of %d bytes, %d more are wanted".formatted(used, capacity, bytes));
        }
    }

    private void empty() throws IOException {
        Files.createDirectories(folder);
        try (DirectoryStream<Path> old = Files.newDirectoryStream(folder, "payload-*")) {
            old.forEach(Spool::delete);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("{} could not be deleted: {}", file, e.toString());
        }
    }
}
