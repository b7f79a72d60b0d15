package io.proofmill.gpu;

import io.proofmill.gpu.driver.Context;
import io.proofmill.gpu.driver.PinnedMemory;
import io.proofmill.groth16.PointList;
import io.proofmill.math.LazyArena;
import io.proofmill.math.Parallel;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.Map;

/** A copy of a key's points in locked host memory, in the form that the device takes: copied and converted once, then sent at the bus' full speed by every job that streams the key. */
final class PinnedKey implements AutoCloseable {
    private static final long PAGE = 4096;
    private static final long POINTS_A_PIECE = 1 << 16;

    private final KeyPlan plan;
    private final HostBudget.Share share;
    private final Arena arena = new LazyArena();
    private final Map<KeySum, PinnedMemory> points = new EnumMap<>(KeySum.class);
    private int users;

    /** @param share of the host's budget, given back with the copy */
    PinnedKey(KeyPlan plan, HostBudget.Share share, Context context, Work work) {
        this.plan = plan;
        this.share = share;
        try {
            for (KeySum sum : KeySum.values()) {
                long bytes = plan.pointBytesOf(sum);
                if (bytes > 0) {
                    points.put(sum, context.pin(fill(sum, arena.allocate(bytes, PAGE), work)));
                }
            }
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private MemorySegment fill(KeySum sum, MemorySegment target, Work work) {
        PointList list = sum.points(plan.key());
        long pointBytes = target.byteSize() / list.size();
        Parallel.forRanges(list.size(), POINTS_A_PIECE, work, (from, to) -> {
            try (Arena scratch = Arena.ofConfined()) {
                MemorySegment some = list.read(from, to - from, scratch);
                MemorySegment.copy(some, 0, target, from * pointBytes, some.byteSize());
            }
        });
        return target;
    }

    KeyPlan plan() {
        return plan;
    }

    long bytes() {
        return plan.pointBytes();
    }

    /** Some of a sum's points. */
    MemorySegment points(KeySum sum, long first, long count) {
        MemorySegment all = points.get(sum).segment();
        long pointBytes = all.byteSize() / sum.points(plan.key()).size();
        return all.asSlice(first * pointBytes, count * pointBytes);
    }

    boolean used() {
        return users > 0;
    }

    void take() {
        users++;
    }

    void giveBack() {
        users--;
    }

    @Override
    public void close() {
        try {
            points.values().forEach(PinnedMemory::close);
        } finally {
            arena.close();
            share.close();
        }
    }
}
