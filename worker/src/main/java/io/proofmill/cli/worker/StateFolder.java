package io.proofmill.cli.worker;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker's folder of its own, held by a lock so that two processes can't share an identity. The lock is the operating system's: it goes with the process, however that
 * ends. The lock file's first line says who holds it; the second one, written at the end, how that went.
 */
final class StateFolder implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StateFolder.class);
    private static final String LOCK = "worker.lock";
    private static final int SIZE = 1024;

    private final FileChannel channel;
    private final Optional<Path> pidFile;

    private StateFolder(FileChannel channel, Optional<Path> pidFile) {
        this.channel = channel;
        this.pidFile = pidFile;
    }

    /**
     * What stands in a lock file.
     *
     * @param held whether a process holds the lock now
     * @param holder its line; of a lock that nobody holds, the last holder's
     * @param end how the last holder ended, in its own words; empty while it runs and when it never came to say so
     */
    record Seen(boolean held, Optional<LockHolder> holder, String end) {
        static final Seen NOBODY = new Seen(false, Optional.empty(), "");
    }

    /**
     * Takes the folder.
     *
     * @param pidFile gets the process number, for supervisors that want one; it is deleted at the end. The lock is what counts
     * @throws BadInputException USAGE, with the holder's own line, when another process has it
     * @throws ProofmillException STORAGE_UNAVAILABLE when the folder or the file cannot be written, for example because the disk is full; nothing is held then
     */
    static StateFolder take(Path folder, LockHolder holder, Optional<Path> pidFile) {
        FileChannel channel = open(folder);
        try {
            if (lock(channel) == null) {
                throw heldByAnother(folder, lines(channel));
            }
            channel.truncate(0);
            append(channel, holder.toString());
        } catch (IOException e) {
            close(channel);
            throw unwritable("state folder " + folder, e);
        } catch (ProofmillException e) {
            close(channel);
            throw e;
        }
        StateFolder taken = new StateFolder(channel, pidFile);
        pidFile.ifPresent(file -> taken.write(file, holder.pid()));
        return taken;
    }

    private static FileChannel open(Path folder) {
        try {
            Files.createDirectories(folder);
            return FileChannel.open(
                    folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw unwritable("state folder " + folder, e);
        }
    }

    private void write(Path file, long pid) {
        try {
            Files.writeString(file, pid + "\n");
        } catch (IOException e) {
            close();
            throw unwritable("process number's file " + file, e);
        }
    }

    private static BadInputException heldByAnother(Path folder, List<String> lines) {
        return new BadInputException(
                ReasonCode.USAGE,
                "the state folder " + folder + " is held by another worker: "
                        + (lines.isEmpty() ? "it is starting just now" : lines.getFirst())
                        + "; 'proofmill stop' ends it");
    }

    private static ProofmillException unwritable(String what, IOException cause) {
        return new ProofmillException(
                ReasonCode.STORAGE_UNAVAILABLE, "the %s cannot be written: %s".formatted(what, cause), cause);
    }

    /** Looks who holds the folder, without taking it for longer than the look. */
    static Seen look(Path folder) throws IOException {
        try (FileChannel channel =
                FileChannel.open(folder.resolve(LOCK), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            boolean held = lock(channel) == null;
            List<String> lines = lines(channel);
            return new Seen(
                    held,
                    lines.isEmpty() ? Optional.empty() : LockHolder.parse(lines.getFirst()),
                    lines.size() < 2 ? "" : lines.get(1));
        } catch (NoSuchFileException e) {
            return Seen.NOBODY;
        }
    }

    /** Leaves word of how the worker ended, for those who stopped it. A disk that does not take it changes nothing of the end. */
    void say(String end) {
        try {
            append(channel, end);
        } catch (IOException e) {
            LOG.warn("the lock file does not take word of the end, {}: {}", end, e.toString());
        }
    }

    private static FileLock lock(FileChannel channel) throws IOException {
        return channel.tryLock(Long.MAX_VALUE - 1, 1, false);
    }

    private static void append(FileChannel channel, String line) throws IOException {
        channel.write(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)), channel.size());
        channel.force(true);
    }

    private static List<String> lines(FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(SIZE);
        channel.read(text, 0);
        return StandardCharsets.UTF_8.decode(text.flip()).toString().lines().toList();
    }

    @Override
    public void close() {
        try {
            if (pidFile.isPresent()) {
                Files.deleteIfExists(pidFile.get());
            }
        } catch (IOException e) {
            LOG.warn("the process number's file is left behind: {}", e.toString());
        } finally {
            close(channel);
        }
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.warn("the lock file did not close in order: {}", e.toString());
        }
    }
}
