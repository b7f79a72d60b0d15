package io.proofmill.math;

import java.lang.foreign.MemorySegment;

/** Takes points from rest to lane form (windows of x then y, canonical words of value * R') and back. Not thread-safe: one for each thread. */
final class LanePoints {
    private static final int WIDTH = PrimeLanes.WIDTH;
    private static final int PIECE = 256 * WIDTH;

    private final PrimeLanes lanes;
    private final int coordinates;
    private final int pointWords;
    private final long pointBytes;
    private final long[] toLanes;
    private final long[] toRest;
    private final long[] packed;
    private final long[] t;

    LanePoints(Group group) {
        this.lanes = group.prime().lanes();
        this.coordinates = 2 * group.field().degree();
        this.pointWords = 2 * group.field().words();
        this.pointBytes = group.pointBytes();
        this.toLanes = new long[lanes.blockWords()];
        this.toRest = new long[lanes.blockWords()];
        this.packed = new long[coordinates * lanes.packedWords()];
        this.t = new long[lanes.blockWords()];
        lanes.fill(lanes.toLaneForm(), toLanes, 0);
        lanes.fill(lanes.toRestForm(), toRest, 0);
    }

    /** The points with these indexes, in this order, by all threads. */
    static long[] load(Group group, MemorySegment points, int[] indexes, Work work) {
        int words = 2 * group.field().words();
        long[] out = new long[Math.multiplyExact(words, indexes.length)];
        Parallel.forRanges(indexes.length, PIECE, work, (from, to) -> {
            LanePoints conversion = new LanePoints(group);
            for (int i = (int) from; i < to; i += WIDTH) {
                int end = (int) Math.min(to, i + WIDTH);
                for (int j = i; j < end; j++) {
                    conversion.gather(points, indexes[j], j - i);
                }
                conversion.convert(conversion.toLanes);
                conversion.scatter(out, i, end);
            }
        });
        return out;
    }

    /** {@code count} neighbouring points from index {@code first}. */
    long[] load(MemorySegment points, long first, int count) {
        long[] out = new long[count * pointWords];
        for (int i = 0; i < count; i += WIDTH) {
            int end = Math.min(count, i + WIDTH);
            for (int j = i; j < end; j++) {
                gather(points, first + j, j - i);
            }
            convert(toLanes);
            scatter(out, i, end);
        }
        return out;
    }

    /** Writes {@code count} points in their form at rest, from point index {@code first} of the segment. */
    void store(long[] points, int count, MemorySegment out, long first) {
        MemorySegment source = MemorySegment.ofArray(points);
        long[] restored = new long[WIDTH * pointWords];
        for (int i = 0; i < count; i += WIDTH) {
            int end = Math.min(count, i + WIDTH);
            for (int j = i; j < end; j++) {
                gather(source, j, j - i);
            }
            convert(toRest);
            scatter(restored, 0, end - i);
            MemorySegment.copy(restored, 0, out, Field.WORD, (first + i) * pointBytes, (end - i) * pointWords);
        }
    }

    private void gather(MemorySegment points, long index, int lane) {
        for (int word = 0; word < pointWords; word++) {
            packed[word * WIDTH + lane] = points.get(Field.WORD, index * pointBytes + (long) word * Long.BYTES);
        }
    }

    private void convert(long[] factor) {
        for (int c = 0; c < coordinates; c++) {
            int at = c * lanes.packedWords();
            lanes.unpack(packed, at, t, 0);
            lanes.mul(t, 0, factor, 0, t, 0);
            lanes.reduce(t, 0, t, 0);
            lanes.pack(t, 0, packed, at);
        }
    }

    private void scatter(long[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            for (int word = 0; word < pointWords; word++) {
                out[i * pointWords + word] = packed[word * WIDTH + i - from];
            }
        }
    }
}
