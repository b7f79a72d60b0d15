package io.proofmill.math;

import java.lang.foreign.MemorySegment;

/**
 * Pippenger's bucket method with Jacobian buckets, one point at a time: the plain path, for short sums, for machines without vector lanes, and as the
 * reference that the lanes are checked against. Threads take windows of the scalars' bits.
 */
final class JacobianMsm {
    private static final int BATCH = 1024;

    private final Group group;
    private final int n;

    JacobianMsm(Group group) {
        this.group = group;
        this.n = group.field().words();
    }

    Point sum(MemorySegment points, MemorySegment scalars, long count, Work work) {
        int bits = windowBits(count);
        int windows = (group.order().bitLength() + bits - 1) / bits;
        long[] sums = new long[windows * 3 * n];
        Parallel.forRanges(windows, 1, work, (from, to) -> {
            for (int w = (int) from; w < to; w++) {
                sumWindow(points, scalars, count, w, bits, sums, work);
            }
        });
        long[] total = new long[3 * n];
        for (int w = windows - 1; w >= 0; w--) {
            for (int i = 0; i < bits; i++) {
                group.dbl(total, 0, total, 0);
            }
            group.add(total, 0, sums, w * 3 * n, total, 0);
        }
        return new Point(group, total);
    }

    private void sumWindow(
            MemorySegment points, MemorySegment scalars, long count, int window, int bits, long[] sums, Work work) {
        long[] buckets = new long[(1 << bits) * 3 * n];
        long[] point = new long[3 * n];
        for (long i = 0; i < count; i++) {
            if (i % BATCH == 0) {
                work.checkpoint();
            }
            int digit = digit(scalars, i * Scalars.BYTES, window * bits, bits);
            if (digit != 0) {
                group.readAffine(points, i * group.pointBytes(), point, 0);
                if (!group.isInfinity(point, 0)) {
                    group.addAffine(buckets, digit * 3 * n, point, 0, buckets, digit * 3 * n);
                }
            }
        }
        long[] running = new long[3 * n];
        for (int digit = (1 << bits) - 1; digit > 0; digit--) {
            group.add(running, 0, buckets, digit * 3 * n, running, 0);
            group.add(sums, window * 3 * n, running, 0, sums, window * 3 * n);
        }
    }

    private static int digit(MemorySegment scalars, long offset, int from, int bits) {
        int word = from >>> 6;
        int shift = from & 63;
        long low = scalars.get(Field.WORD, offset + 8L * word) >>> shift;
        if (shift + bits > 64 && word < 3) {
            low |= scalars.get(Field.WORD, offset + 8L * (word + 1)) << (64 - shift);
        }
        return (int) (low & (1L << bits) - 1);
    }

    /** Balances one addition a point and window against two a bucket and window. */
    private static int windowBits(long count) {
        int log = 63 - Long.numberOfLeadingZeros(Math.max(1, count));
        return Math.clamp(log - 3, 2, 16);
    }
}
