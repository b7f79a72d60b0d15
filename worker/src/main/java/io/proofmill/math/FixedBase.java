package io.proofmill.math;

import java.lang.foreign.MemorySegment;

/**
 * Multiples of one point by many scalars, from a table of the point's multiples by every window digit. For development set-up, where millions of multiples
 * of the generators are needed.
 */
public final class FixedBase {
    private static final int BITS = 8;
    private static final int DIGITS = (1 << BITS) - 1;
    private static final int PIECE = 1024;

    private final Group group;
    private final int n;
    private final int windows;

    /** Affine multiples digit * 2^(BITS * window) * base, digit 1 first, {@code 2 n} longs each. */
    private final long[] table;

    /** The table in lane form, or null where there are no lanes. */
    private final long[] laneTable;

    private FixedBase(Point base) {
        this.group = base.group();
        this.n = group.field().words();
        this.windows = (group.order().bitLength() + BITS - 1) / BITS;
        this.table = tableOf(base);
        this.laneTable = Lanes.available()
                ? new LanePoints(group).load(MemorySegment.ofArray(table), 0, windows * DIGITS)
                : null;
    }

    /** Prepares the multiples of a point that is not infinity. */
    public static FixedBase of(Point base) {
        if (base.isInfinity()) {
            throw new IllegalArgumentException("infinity has no multiples but itself");
        }
        return new FixedBase(base);
    }

    /**
     * Writes scalar[i] * base for i below count.
     *
     * @param scalars canonical, 32 little-endian bytes each
     * @param out packed affine points
     */
    public void multiply(MemorySegment scalars, MemorySegment out, long count, Work work) {
        Parallel.forRanges(count, PIECE, work, (from, to) -> {
            if (laneTable != null && count >= PIECE) {
                multiplyInLanes(scalars, out, from, (int) (to - from), work);
            } else {
                multiplyOneByOne(scalars, out, from, (int) (to - from));
            }
        });
    }

    private void multiplyInLanes(MemorySegment scalars, MemorySegment out, long from, int count, Work work) {
        int[] references = new int[count * windows];
        int[] lengths = new int[count];
        int entries = 0;
        for (int i = 0; i < count; i++) {
            int before = entries;
            for (int w = 0; w < windows; w++) {
                int digit = digit(scalars, (from + i) * Scalars.BYTES, w);
                if (digit != 0) {
                    references[entries++] = (w * DIGITS + digit - 1) << 1;
                }
            }
            lengths[i] = entries - before;
        }
        long[] sums = new long[count * 2 * n];
        new SegmentedSums(group.field()).sum(laneTable, references, 0, lengths, sums, 0, work);
        new LanePoints(group).store(sums, count, out, from);
    }

    private void multiplyOneByOne(MemorySegment scalars, MemorySegment out, long from, int count) {
        long[] points = new long[count * 3 * n];
        for (int i = 0; i < count; i++) {
            accumulate(scalars, (from + i) * Scalars.BYTES, points, i * 3 * n);
        }
        BatchNormalisation.normalise(group, points, count);
        for (int i = 0; i < count; i++) {
            MemorySegment.copy(points, i * 3 * n, out, Field.WORD, (from + i) * group.pointBytes(), 2 * n);
        }
    }

    private void accumulate(MemorySegment scalars, long offset, long[] points, int at) {
        for (int w = 0; w < windows; w++) {
            int digit = digit(scalars, offset, w);
            if (digit != 0) {
                group.addAffine(points, at, table, (w * DIGITS + digit - 1) * 2 * n, points, at);
            }
        }
    }

    private static int digit(MemorySegment scalars, long offset, int window) {
        return (int) (scalars.get(Field.WORD, offset + (long) Long.BYTES * (window / 8)) >>> (BITS * (window % 8)))
                & DIGITS;
    }

    private long[] tableOf(Point base) {
        long[] affine = new long[windows * DIGITS * 2 * n];
        long[] jacobian = new long[DIGITS * 3 * n];
        long[] step = base.affine();
        for (int w = 0; w < windows; w++) {
            System.arraycopy(step, 0, jacobian, 0, 3 * n);
            for (int digit = 2; digit <= DIGITS; digit++) {
                group.add(jacobian, (digit - 2) * 3 * n, step, 0, jacobian, (digit - 1) * 3 * n);
            }
            group.add(jacobian, (DIGITS - 1) * 3 * n, step, 0, step, 0);
            BatchNormalisation.normalise(group, jacobian, DIGITS);
            for (int i = 0; i < DIGITS; i++) {
                System.arraycopy(jacobian, i * 3 * n, affine, (w * DIGITS + i) * 2 * n, 2 * n);
            }
        }
        return affine;
    }
}
