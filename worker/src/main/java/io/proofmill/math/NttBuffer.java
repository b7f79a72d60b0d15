package io.proofmill.math;

import java.lang.foreign.MemorySegment;

/**
 * 2^stages elements a lane: sets of elements that only depend on each other during a group of stages. Where the elements of a set stand 2^k or more apart,
 * neighbouring sets are neighbours in memory, share all twiddle factors, and take a lane each. In the last group a set is a run of neighbours, and the lanes
 * take runs with twiddle factors of their own. Not thread-safe.
 */
final class NttBuffer {
    private static final int WIDTH = PrimeLanes.WIDTH;

    private final PrimeLanes lanes;
    private final int n;
    private final int block;
    private final long bytes;
    private final int stages;
    private final int size;
    private final long stride;
    private final boolean runs;
    private final long[] elements;
    private final long[] packed;
    private final long[] twiddle;

    /** The block of the group's first stage that the sets belong to; for runs that of the first lane. */
    private long firstBlock;

    /** The index of the first set's first element. */
    private long start;

    NttBuffer(PrimeField field, int log, int firstStage, int stages) {
        this.lanes = field.lanes();
        this.n = field.limbs();
        this.block = lanes.blockWords();
        this.bytes = field.bytes();
        this.stages = stages;
        this.size = 1 << stages;
        this.stride = 1L << (log - firstStage - stages);
        this.runs = stride == 1;
        this.elements = new long[size * block];
        this.packed = new long[lanes.packedWords()];
        this.twiddle = new long[block];
    }

    /** Takes the sets number {@code index} * WIDTH and following. */
    void moveTo(long index) {
        long set = index * WIDTH;
        firstBlock = set / stride;
        start = firstBlock * stride * size + set % stride;
    }

    void load(MemorySegment values) {
        long laneStep = (runs ? size : 1) * bytes;
        for (int r = 0; r < size; r++) {
            long offset = (start + r * stride) * bytes;
            for (int lane = 0; lane < WIDTH; lane++) {
                for (int word = 0; word < n; word++) {
                    packed[word * WIDTH + lane] = values.get(Field.WORD, offset + lane * laneStep + 8L * word);
                }
            }
            lanes.unpack(packed, 0, elements, r * block);
        }
    }

    void store(MemorySegment values) {
        long laneStep = (runs ? size : 1) * bytes;
        for (int r = 0; r < size; r++) {
            lanes.reduce(elements, r * block, elements, r * block);
            lanes.pack(elements, r * block, packed, 0);
            long offset = (start + r * stride) * bytes;
            for (int lane = 0; lane < WIDTH; lane++) {
                for (int word = 0; word < n; word++) {
                    values.set(Field.WORD, offset + lane * laneStep + 8L * word, packed[word * WIDTH + lane]);
                }
            }
        }
    }

    /** Cooley and Tukey: (u + z v, u - z v). Each stage adds at most 4p to the values, which the limbs hold for a dozen stages. */
    void decimate(long[] powers) {
        for (int stage = 0; stage < stages; stage++) {
            int half = size >> (stage + 1);
            for (int b = 0; b < 1 << stage; b++) {
                loadTwiddle(powers, stage, b);
                for (int u = 2 * b * half; u < (2 * b + 1) * half; u++) {
                    int v = u + half;
                    lanes.mul(elements, v * block, twiddle, 0, elements, v * block);
                    lanes.sumAndDifference(elements, u * block, v * block);
                }
            }
        }
    }

    /** Gentleman and Sande: (u + v, (u - v) z). Sums would double, so they are reduced. */
    void compose(long[] powers) {
        for (int stage = stages - 1; stage >= 0; stage--) {
            int half = size >> (stage + 1);
            for (int b = 0; b < 1 << stage; b++) {
                loadTwiddle(powers, stage, b);
                for (int u = 2 * b * half; u < (2 * b + 1) * half; u++) {
                    int v = u + half;
                    lanes.sumAndDifference(elements, u * block, v * block);
                    lanes.reduce(elements, u * block, elements, u * block);
                    lanes.mul(elements, v * block, twiddle, 0, elements, v * block);
                }
            }
        }
    }

    /** Multiplies element r of every run by {@code within[r]} and by the run's own factor. */
    void scale(long[] within, long[] ofRun) {
        long[] own = new long[block];
        gather(ofRun, firstBlock, 1, own);
        for (int r = 0; r < size; r++) {
            lanes.broadcast(within, r * n, twiddle, 0);
            lanes.mul(elements, r * block, twiddle, 0, elements, r * block);
            lanes.mul(elements, r * block, own, 0, elements, r * block);
        }
    }

    private void loadTwiddle(long[] powers, int stage, int b) {
        if (runs) {
            gather(powers, (firstBlock << stage) + b, 1 << stage, twiddle);
        } else {
            lanes.broadcast(powers, (int) ((firstBlock << stage) + b) * n, twiddle, 0);
        }
    }

    private void gather(long[] table, long first, int step, long[] out) {
        for (int lane = 0; lane < WIDTH; lane++) {
            int from = (int) (first + (long) lane * step) * n;
            for (int word = 0; word < n; word++) {
                packed[word * WIDTH + lane] = table[from + word];
            }
        }
        lanes.unpack(packed, 0, out, 0);
    }
}
