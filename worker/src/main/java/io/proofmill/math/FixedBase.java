package io.proofmill.math;

import java.lang.foreign.MemorySegment;

/**
 * Multiples of one point by many scalars, from a table of the point's multiples by every window digit. For development set-up, where millions of multiples
 * of the generators are needed.
 */
public final class FixedBase {
    private static final int BITS = 8;
    private static final long PIECE = 1024;

    private final Group group;
    private final int n;

    /** Affine multiples digit * 2^(BITS * window) * base, digit 1 first, {@code 2 n} longs each. */
    private final long[] table;

    private final int windows;

    private FixedBase(Point base) {
        this.group = base.group();
        this.n = group.field().words();
        this.windows = (group.order().bitLength() + BITS - 1) / BITS;
        this.table = tableOf(base);
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
            int size = (int) (to - from);
            long[] points = new long[size * 3 * n];
            for (int i = 0; i < size; i++) {
                accumulate(scalars, (from + i) * Scalars.BYTES, points, i * 3 * n);
            }
            BatchNormalisation.normalise(group, points, size);
            for (int i = 0; i < size; i++) {
                MemorySegment.copy(points, i * 3 * n, out, Field.WORD, (from + i) * group.pointBytes(), 2 * n);
            }
        });
    }

    private void accumulate(MemorySegment scalars, long offset, long[] points, int at) {
        long[] multiple = new long[2 * n];
        for (int w = 0; w < windows; w++) {
            int digit = (int) (scalars.get(Field.WORD, offset + 8L * (w / 8)) >>> (8 * (w % 8))) & 0xFF;
            if (digit != 0) {
                System.arraycopy(table, (w * 255 + digit - 1) * 2 * n, multiple, 0, 2 * n);
                group.addAffine(points, at, multiple, 0, points, at);
            }
        }
    }

    private long[] tableOf(Point base) {
        long[] affine = new long[windows * 255 * 2 * n];
        long[] jacobian = new long[255 * 3 * n];
        long[] step = base.affine();
        for (int w = 0; w < windows; w++) {
            System.arraycopy(step, 0, jacobian, 0, 3 * n);
            for (int digit = 1; digit < 255; digit++) {
                group.add(jacobian, (digit - 1) * 3 * n, step, 0, jacobian, digit * 3 * n);
            }
            group.add(jacobian, 254 * 3 * n, step, 0, step, 0);
            BatchNormalisation.normalise(group, jacobian, 255);
            for (int i = 0; i < 255; i++) {
                System.arraycopy(jacobian, i * 3 * n, affine, (w * 255 + i) * 2 * n, 2 * n);
            }
        }
        return affine;
    }
}
