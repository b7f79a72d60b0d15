package io.proofmill.cli.worker;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A worker's folder of its own, held by a lock so that two processes can't share an identity. The lock is the operating system's: it goes with the process, however that
 * ends. The lock file says who holds it.
 */
final class StateFolder implements AutoCloseable {
    private static final String LOCK = "worker.lock";
    private static final int LINE = 512;

    private final FileChannel channel;

    private StateFolder(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the folder.
     *
     * @param holder one line that says who holds it
     * @throws BadInputException USAGE, with the holder's own line, when another process has it
     */
    static StateFolder take(Path folder, String holder) throws IOException {
        Files.createDirectories(folder);
        FileChannel channel = FileChannel.open(
                folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock(Long.MAX_VALUE - 1, 1, false);
        if (lock == null) {
            String other = readHolder(channel);
            channel.close();
            throw new BadInputException(
                    ReasonCode.USAGE, "the state folder " + folder + " is held by another worker: " + other);
        }
        channel.truncate(0);
        channel.write(ByteBuffer.wrap((holder + "\n").getBytes(StandardCharsets.UTF_8)), 0);
        channel.force(true);
        return new StateFolder(channel);
    }

    private static String readHolder(FileChannel channel) throws IOException {
        ByteBuffer line = ByteBuffer.allocate(LINE);
        channel.read(line, 0);
        return StandardCharsets.UTF_8.decode(line.flip()).toString().strip();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
