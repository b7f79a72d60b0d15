package io.proofmill.cli.worker;

import io.proofmill.math.BadInputException;
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

/**
 * A worker's folder of its own, held by a lock so that two processes can't share an identity. The lock is the operating system's: it goes with the process, however that
 * ends. The lock file's first line says who holds it; the second one, written at the end, how that went.
 */
final class StateFolder implements AutoCloseable {
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
     */
    static StateFolder take(Path folder, LockHolder holder, Optional<Path> pidFile) throws IOException {
        Files.createDirectories(folder);
        FileChannel channel = FileChannel.open(
                folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (lock(channel) == null) {
            List<String> lines = lines(channel);
            channel.close();
            throw new BadInputException(
                    ReasonCode.USAGE,
                    "the state folder " + folder + " is held by another worker: "
                            + (lines.isEmpty() ? "it is starting just now" : lines.getFirst())
                            + "; 'proofmill stop' ends it");
        }
        channel.truncate(0);
        append(channel, holder.toString());
        if (pidFile.isPresent()) {
            Files.writeString(pidFile.get(), holder.pid() + "\n");
        }
        return new StateFolder(channel, pidFile);
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

    /** Leaves word of how the worker ended, for those who stopped it. */
    void say(String end) throws IOException {
        append(channel, end);
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
    public void close() throws IOException {
        if (pidFile.isPresent()) {
            Files.deleteIfExists(pidFile.get());
        }
        channel.close();
    }
}
