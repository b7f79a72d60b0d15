package io.proofmill.math;

import java.lang.foreign.MemorySegment;

/** Permutations of a vector of 2^log field elements at rest. */
final class BitReversal {
    private static final long SMALLEST_PIECE = 1024;

    private BitReversal() {}

    /** Element i changes places with the element whose index has i's bits in reverse. */
    static void permute(PrimeField field, MemorySegment values, int log, Work work) {
        if (log == 0) {
            return;
        }
        long size = 1L << log;
        Parallel.forRanges(size, Parallel.grain(size, work, SMALLEST_PIECE), work, (from, to) -> {
            long[] t = new long[2 * field.limbs()];
            for (long i = from; i < to; i++) {
                long j = Long.reverse(i) >>> (64 - log);
                if (i < j) {
                    swap(field, values, i, j, t);
                }
            }
        });
    }

    /** Element i changes places with element 2^log - i: a forward transform becomes an inverse one, but for the factor. */
    static void negateIndexes(PrimeField field, MemorySegment values, int log, Work work) {
        long size = 1L << log;
        Parallel.forRanges(size / 2, Parallel.grain(size / 2, work, SMALLEST_PIECE), work, (from, to) -> {
            long[] t = new long[2 * field.limbs()];
            for (long i = Math.max(1, from); i < to; i++) {
                swap(field, values, i, size - i, t);
            }
        });
    }

    private static void swap(PrimeField field, MemorySegment values, long i, long j, long[] t) {
        int n = field.limbs();
        field.read(values, i * field.bytes(), t, 0);
        field.read(values, j * field.bytes(), t, n);
        field.write(t, 0, values, j * field.bytes());
        field.write(t, n, values, i * field.bytes());
    }
}
