package io.proofmill.math;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The transform in lanes. Values stay in their Montgomery form at rest: twiddle factors carry the lanes' form, and a product keeps the form of the value.
 *
 * <p>Decimation goes from natural to bit-reversed order with Cooley and Tukey's butterflies, composition the other way with Gentleman and Sande's; in both a
 * twiddle factor belongs to a whole block of butterflies, from a table in bit-reversed order. Stages are taken in groups of about ten: the elements of a group
 * that depend on each other fill a buffer that stays in a core's cache, one set of them in each lane.
 */
final class LaneNtt {
    /** Below this size the plain path is used. */
    static final int SMALLEST_LOG = 8;

    private static final int LONGEST_GROUP = 10;

    private final PrimeField field;
    private final int log;
    private final List<Stages> groups = new ArrayList<>();
    private final long[] rootPowers;
    private final long[] inversePowers;

    LaneNtt(PrimeField field, int log, BigInteger root) {
        this(field, log, root, LONGEST_GROUP);
    }

    LaneNtt(PrimeField field, int log, BigInteger root, int longestGroup) {
        this.field = field;
        this.log = log;
        this.rootPowers = BitReversedPowers.table(field, BigInteger.ONE, root, log - 1);
        this.inversePowers = BitReversedPowers.table(field, BigInteger.ONE, root.modInverse(field.modulus()), log - 1);
        int count = Math.max(2, (log + longestGroup - 1) / longestGroup);
        int stage = 0;
        for (int i = 0; i < count; i++) {
            int stages = (log - stage) / (count - i);
            groups.add(new Stages(stage, stages));
            stage += stages;
        }
    }

    /** Consecutive stages of butterflies: stage s has 2^s blocks. */
    private record Stages(int first, int count) {}

    /** Scales an element in bit-reversed order: the factor is that of its place within a run of 2^stages, times that of the run. */
    private record Scaling(BigInteger factor, BigInteger base) {}

    void forward(MemorySegment values, Work work) {
        BitReversal.permute(field, values, log, work);
        compose(values, rootPowers, null, work);
    }

    void inverse(MemorySegment values, Work work) {
        BitReversal.permute(field, values, log, work);
        compose(values, inversePowers, new Scaling(inverseOfSize(), BigInteger.ONE), work);
    }

    /** Values at root^i to values at shift * root^i, without ever leaving bit-reversed order in between. */
    void moveToCoset(MemorySegment values, BigInteger shift, Work work) {
        for (Stages group : groups) {
            forEachBuffer(group, work, buffer -> {
                buffer.load(values);
                buffer.decimate(inversePowers);
                buffer.store(values);
            });
        }
        compose(values, rootPowers, new Scaling(inverseOfSize(), shift), work);
    }

    private void compose(MemorySegment values, long[] powers, Scaling scaling, Work work) {
        boolean first = true;
        for (Stages group : groups.reversed()) {
            long[] within = null;
            long[] ofRun = null;
            if (first && scaling != null) {
                BigInteger runBase =
                        scaling.base().modPow(BigInteger.ONE.shiftLeft(log - group.count()), field.modulus());
                within = BitReversedPowers.table(field, BigInteger.ONE, runBase, group.count());
                ofRun = BitReversedPowers.table(field, scaling.factor(), scaling.base(), log - group.count());
            }
            composeGroup(values, group, powers, within, ofRun, work);
            first = false;
        }
    }

    private void composeGroup(
            MemorySegment values, Stages group, long[] powers, long[] within, long[] ofRun, Work work) {
        forEachBuffer(group, work, buffer -> {
            buffer.load(values);
            if (within != null) {
                buffer.scale(within, ofRun);
            }
            buffer.compose(powers);
            buffer.store(values);
        });
    }

    @FunctionalInterface
    private interface BufferTask {
        void run(NttBuffer buffer);
    }

    private void forEachBuffer(Stages group, Work work, BufferTask task) {
        long buffers = (1L << (log - group.count())) / PrimeLanes.WIDTH;
        long grain = Math.max(1, buffers / (8L * work.parallelism()));
        Parallel.forRanges(buffers, grain, work, (from, to) -> {
            NttBuffer buffer = new NttBuffer(field, log, group.first(), group.count());
            for (long i = from; i < to; i++) {
                work.checkpoint();
                buffer.moveTo(i);
                task.run(buffer);
            }
        });
    }

    private BigInteger inverseOfSize() {
        return BigInteger.ONE.shiftLeft(log).modInverse(field.modulus());
    }
}
