package io.proofmill.math;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/** Multiplies a vector of field elements at rest by a geometric series. */
final class GeometricScaling {
    private static final long SMALLEST_PIECE = 1024;

    private GeometricScaling() {}

    /** Multiplies element j by factor * base^j for j below count; both are canonical. */
    static void scale(
            PrimeField field, MemorySegment values, long count, BigInteger factor, BigInteger base, Work work) {
        int n = field.limbs();
        Parallel.forRanges(count, Parallel.grain(count, work, SMALLEST_PIECE), work, (from, to) -> {
            long[] t = new long[3 * n];
            BigInteger start = base.modPow(BigInteger.valueOf(from), field.modulus());
            field.fromBigInteger(factor.multiply(start), t, 0);
            field.fromBigInteger(base, t, n);
            for (long i = from; i < to; i++) {
                field.read(values, i * field.bytes(), t, 2 * n);
                field.mul(t, 2 * n, t, 0, t, 2 * n);
                field.write(t, 2 * n, values, i * field.bytes());
                field.mul(t, 0, t, n, t, 0);
            }
        });
    }
}
