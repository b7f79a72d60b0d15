package io.proofmill.math;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/** Cooley and Tukey's transform one element at a time: bit reversal, then log N passes of butterflies. The plain path and the reference. */
final class ScalarNtt {
    private static final long SMALLEST_PIECE = 1024;

    private final PrimeField field;
    private final int log;
    private final int n;
    private final BigInteger root;

    /** root^i for i below N / 2. */
    private final long[] powers;

    ScalarNtt(PrimeField field, int log, BigInteger root) {
        this.field = field;
        this.log = log;
        this.n = field.limbs();
        this.root = root;
        this.powers = powersOf(1 << Math.max(0, log - 1));
    }

    void forward(MemorySegment values, Work work) {
        BitReversal.permute(field, values, log, work);
        long size = 1L << log;
        for (int pass = 0; pass < log; pass++) {
            int stage = pass;
            Parallel.forRanges(size / 2, Parallel.grain(size / 2, work, SMALLEST_PIECE), work, (from, to) -> {
                butterflies(values, stage, from, to);
            });
        }
    }

    void inverse(MemorySegment values, Work work) {
        forward(values, work);
        BigInteger inverse = BigInteger.ONE.shiftLeft(log).modInverse(field.modulus());
        BitReversal.negateIndexes(field, values, log, work);
        GeometricScaling.scale(field, values, 1L << log, inverse, BigInteger.ONE, work);
    }

    /** Butterflies number from to to of a pass: number i joins a pair that is 2^pass apart. */
    private void butterflies(MemorySegment values, int pass, long from, long to) {
        long[] t = new long[3 * n];
        long half = 1L << pass;
        long bytes = field.bytes();
        for (long i = from; i < to; i++) {
            long j = i & half - 1;
            long low = ((i >>> pass) << (pass + 1) | j) * bytes;
            long high = low + half * bytes;
            field.read(values, low, t, 0);
            field.read(values, high, t, n);
            field.mul(t, n, powers, (int) (j << (log - 1 - pass)) * n, t, n);
            field.add(t, 0, t, n, t, 2 * n);
            field.sub(t, 0, t, n, t, n);
            field.write(t, 2 * n, values, low);
            field.write(t, n, values, high);
        }
    }

    private long[] powersOf(int count) {
        long[] out = new long[count * n];
        long[] factor = new long[n];
        field.fromBigInteger(root, factor, 0);
        field.setOne(out, 0);
        for (int i = 1; i < count; i++) {
            field.mul(out, (i - 1) * n, factor, 0, out, i * n);
        }
        return out;
    }
}
