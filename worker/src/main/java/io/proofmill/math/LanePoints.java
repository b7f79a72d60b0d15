package io.proofmill.math;

import java.lang.foreign.MemorySegment;

/** Copies selected points from rest into lane form: windows of x then y, canonical words of value * R'. */
final class LanePoints {
    private static final int WIDTH = PrimeLanes.WIDTH;
    private static final int PIECE = 256 * WIDTH;

    private LanePoints() {}

    /** The points with these indexes, in this order. */
    static long[] load(Group group, MemorySegment points, int[] indexes, int count, Work work) {
        int words = 2 * group.field().words();
        long[] out = new long[Math.multiplyExact(words, count)];
        Parallel.forRanges(count, PIECE, work, (from, to) -> {
            Conversion conversion = new Conversion(group);
            for (int i = (int) from; i < to; i += WIDTH) {
                conversion.convert(points, indexes, i, (int) Math.min(to, i + WIDTH), out);
            }
        });
        return out;
    }

    /** One thread's scratch. */
    private static final class Conversion {
        private final PrimeLanes lanes;
        private final int coordinates;
        private final int n;
        private final long pointBytes;
        private final long[] factor;
        private final long[] words;
        private final long[] packed;
        private final long[] t;

        Conversion(Group group) {
            this.lanes = PrimeLanes.of(group.prime());
            this.coordinates = 2 * group.field().degree();
            this.n = group.prime().limbs();
            this.pointBytes = group.pointBytes();
            this.factor = new long[lanes.blockWords()];
            this.words = new long[coordinates * n];
            this.packed = new long[coordinates * lanes.packedWords()];
            this.t = new long[lanes.blockWords()];
            lanes.fill(lanes.toLaneForm(), factor, 0);
        }

        void convert(MemorySegment points, int[] indexes, int from, int to, long[] out) {
            for (int i = from; i < to; i++) {
                MemorySegment.copy(points, Field.WORD, indexes[i] * pointBytes, words, 0, words.length);
                for (int word = 0; word < words.length; word++) {
                    packed[word * WIDTH + i - from] = words[word];
                }
            }
            for (int c = 0; c < coordinates; c++) {
                int at = c * lanes.packedWords();
                lanes.unpack(packed, at, t, 0);
                lanes.mul(t, 0, factor, 0, t, 0);
                lanes.reduce(t, 0, t, 0);
                lanes.pack(t, 0, packed, at);
            }
            for (int i = from; i < to; i++) {
                for (int word = 0; word < words.length; word++) {
                    out[i * words.length + word] = packed[word * WIDTH + i - from];
                }
            }
        }
    }
}
