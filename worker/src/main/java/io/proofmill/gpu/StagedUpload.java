package io.proofmill.gpu;

import io.proofmill.gpu.driver.Context;
import io.proofmill.gpu.driver.Event;
import io.proofmill.gpu.driver.PinnedMemory;
import io.proofmill.gpu.driver.Stream;
import io.proofmill.math.Parallel;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Copies host memory of any kind to a device through two pinned buffers: while the device reads one, the host fills the other. The buffers are pinned once and reused. For one
 * thread at a time.
 */
final class StagedUpload implements AutoCloseable {
    private static final long BUFFER_BYTES = 32L << 20;
    private static final long PAGE = 4096;
    private static final int BUFFERS = 2;
    /** Less is not worth waking a thread for. */
    private static final long LEAST_SHARE = 1 << 20;

    private final Arena arena = Arena.ofShared();
    private final Stream stream;
    private final int threads;
    private final PinnedMemory[] buffers = new PinnedMemory[BUFFERS];
    private final Event[] read = new Event[BUFFERS];
    private int turn;

    /**
     * Buffers that copy in the given stream.
     *
     * @param threads threads that fill a buffer: one core copies about a fifth of what the bus takes
     */
    StagedUpload(Context context, Stream stream, int threads) {
        this.stream = stream;
        this.threads = threads;
        for (int i = 0; i < BUFFERS; i++) {
            buffers[i] = context.pin(arena.allocate(BUFFER_BYTES, PAGE));
            read[i] = context.event();
            stream.record(read[i]);
        }
    }

    /** Queues a copy. When this returns, {@code source} has been read; the device has the bytes when the stream gets there. */
    void copy(MemorySegment source, long address, Work work) {
        long size = source.byteSize();
        for (long offset = 0; offset < size; offset += BUFFER_BYTES) {
            work.checkpoint();
            int slot = turn;
            turn = (turn + 1) % BUFFERS;
            read[slot].awaitOnHost();
            MemorySegment filled = buffers[slot].segment().asSlice(0, Math.min(BUFFER_BYTES, size - offset));
            fill(filled, source.asSlice(offset, filled.byteSize()), work);
            stream.upload(filled, address + offset);
            stream.record(read[slot]);
        }
    }

    /** The job's work on as many threads as fill a buffer. */
    HostThreads threads(Work work) {
        return new HostThreads(work, threads);
    }

    /** Writes a stretch of two vectors that are uploaded while the next stretch is computed. */
    @FunctionalInterface
    interface Producer {
        /** Fills both segments, of one length, with the vectors' bytes from an offset on. */
        void fill(long offset, MemorySegment first, MemorySegment second);
    }

    /**
     * Queues copies of two vectors that exist nowhere else: each stretch is computed straight into a pinned buffer.
     *
     * @param size bytes of each vector
     */
    void produce(long size, long firstAddress, long secondAddress, Producer producer, Work work) {
        long half = BUFFER_BYTES / 2;
        for (long offset = 0; offset < size; offset += half) {
            work.checkpoint();
            int slot = turn;
            turn = (turn + 1) % BUFFERS;
            read[slot].awaitOnHost();
            long bytes = Math.min(half, size - offset);
            MemorySegment first = buffers[slot].segment().asSlice(0, bytes);
            MemorySegment second = buffers[slot].segment().asSlice(half, bytes);
            producer.fill(offset, first, second);
            stream.upload(first, firstAddress + offset);
            stream.upload(second, secondAddress + offset);
            stream.record(read[slot]);
        }
    }

    private void fill(MemorySegment target, MemorySegment source, Work work) {
        long size = target.byteSize();
        long share = Math.max(LEAST_SHARE, Math.ceilDiv(size, threads));
        Parallel.forRanges(
                size,
                share,
                threads(work),
                (from, to) -> target.asSlice(from, to - from).copyFrom(source.asSlice(from, to - from)));
    }

    @Override
    public void close() {
        for (int i = 0; i < BUFFERS; i++) {
            read[i].close();
            buffers[i].close();
        }
        arena.close();
    }
}
