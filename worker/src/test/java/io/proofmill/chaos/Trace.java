package io.proofmill.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/** What one worker process did, one line each. A line is with the kernel when {@link #say} returns, so that it outlives a SIGKILL. */
final class Trace {
    private final FileChannel out;
    private final String who;

    Trace(Path file, String who) throws IOException {
        this.out = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        this.who = who;
    }

    void say(String what) {
        try {
            byte[] line = (Instant.now() + " " + who + " " + what + "\n").getBytes(StandardCharsets.UTF_8);
            out.write(ByteBuffer.wrap(line)); // one write in append mode is not torn by another process's
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
