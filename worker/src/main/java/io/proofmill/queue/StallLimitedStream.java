package io.proofmill.queue;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A stream that fails when its other end sends nothing for too long. The HTTP client limits the time to the first byte of an answer only: a connection that dies without a word in the middle of a body, as behind
 * a gateway that forgets it, would otherwise be read for ever.
 */
final class StallLimitedStream extends InputStream {
    private final InputStream in;
    private final Duration limit;
    /** Odd while a read is under way; another number for each read. */
    private final AtomicLong reads = new AtomicLong();

    private final Thread watch;
    private volatile boolean stalled;

    StallLimitedStream(InputStream in, Duration limit) {
        this.in = in;
        this.limit = limit;
        this.watch = Thread.ofVirtual().name("proofmill-stall-watch").start(this::look);
    }

    /** A read that is the same one at two looks has taken at least the limit. */
    private void look() {
        try {
            for (long seen = 0; ; ) {
                Thread.sleep(limit);
                long now = reads.get();
                if (now == seen && now % 2 == 1) {
                    stalled = true;
                    in.close();
                    return;
                }
                seen = now;
            }
        } catch (InterruptedException | IOException e) {
            // closed by its reader, or by this watch: either way the read ends
            return;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        reads.incrementAndGet();
        try {
            int count = in.read(bytes, offset, length);
            failIfStalled(null);
            return count;
        } catch (IOException e) {
            failIfStalled(e);
            throw e;
        } finally {
            reads.incrementAndGet();
        }
    }

    private void failIfStalled(IOException cause) throws IOException {
        if (stalled) {
            throw new IOException("nothing came for %d ms".formatted(limit.toMillis()), cause);
        }
    }

    @Override
    public void close() throws IOException {
        watch.interrupt();
        in.close();
    }
}
