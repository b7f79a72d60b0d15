package io.proofmill.gpu;

import io.proofmill.gpu.driver.Context;
import io.proofmill.gpu.driver.Event;
import io.proofmill.gpu.driver.PinnedMemory;
import io.proofmill.gpu.driver.Stream;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/**
 * Copies host memory of any kind to a device through two pinned buffers: while the device reads one, the host fills the other. The buffers are pinned once and reused. For one
 * thread at a time.
 */
final class StagedUpload implements AutoCloseable {
    private static final long BUFFER_BYTES = 32L << 20;
    private static final long PAGE = 4096;
    private static final int BUFFERS = 2;
    /** One core copies about a fifth of what the bus takes. */
    private static final int COPIERS = 4;

    private final Arena arena = Arena.ofShared();
    private final Stream stream;
    private final PinnedMemory[] buffers = new PinnedMemory[BUFFERS];
    private final Event[] read = new Event[BUFFERS];
    private int turn;

    /** Buffers that copy in the given stream. */
    StagedUpload(Context context, Stream stream) {
        this.stream = stream;
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
            fill(filled, source.asSlice(offset, filled.byteSize()));
            stream.upload(filled, address + offset);
            stream.record(read[slot]);
        }
    }

    private static void fill(MemorySegment target, MemorySegment source) {
        long size = target.byteSize();
        if (size < BUFFER_BYTES / COPIERS) {
            target.copyFrom(source);
            return;
        }
        long share = Math.ceilDiv(size, COPIERS);
        IntStream.range(0, COPIERS).parallel().forEach(i -> {
            long first = i * share;
            long count = Math.min(share, size - first);
            target.asSlice(first, count).copyFrom(source.asSlice(first, count));
        });
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
