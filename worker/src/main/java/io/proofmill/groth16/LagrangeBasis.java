package io.proofmill.groth16;

import io.proofmill.math.Parallel;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/**
 * The Lagrange polynomials of a domain of N roots of unity at one point: L_i(x) = (x^N - 1) / N * w^i / (x - w^i). Inversions are shared by the elements of a
 * piece (Montgomery's trick).
 */
final class LagrangeBasis {
    private static final int PIECE = 4096;

    private final PrimeField field;
    private final int n;
    private final BigInteger root;
    private final long size;

    LagrangeBasis(PrimeField field, BigInteger generator, int log) {
        this.field = field;
        this.n = field.limbs();
        this.root = field.rootOfUnity(generator, log);
        this.size = 1L << log;
    }

    /**
     * Writes factor * L_i(x) for all i, in Montgomery form.
     *
     * @throws ArithmeticException if x is in the domain
     */
    void evaluate(BigInteger x, BigInteger factor, MemorySegment out, Work work) {
        BigInteger p = field.modulus();
        BigInteger vanishing = x.modPow(BigInteger.valueOf(size), p).subtract(BigInteger.ONE);
        BigInteger scale = vanishing
                .multiply(BigInteger.valueOf(size).modInverse(p))
                .multiply(factor)
                .mod(p);
        Parallel.forRanges(size, PIECE, work, (from, to) -> piece(x, scale, from, (int) (to - from), out));
    }

    private void piece(BigInteger x, BigInteger scale, long from, int count, MemorySegment out) {
        long[] powers = new long[count * n];
        long[] differences = new long[count * n];
        long[] products = new long[(count + 1) * n];
        long[] t = new long[3 * n];
        field.fromBigInteger(root, t, 0);
        field.fromBigInteger(x, t, n);
        field.fromBigInteger(root.modPow(BigInteger.valueOf(from), field.modulus()), powers, 0);
        field.setOne(products, 0);
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                field.mul(powers, (i - 1) * n, t, 0, powers, i * n);
            }
            field.sub(t, n, powers, i * n, differences, i * n);
            field.mul(products, i * n, differences, i * n, products, (i + 1) * n);
        }
        field.fromBigInteger(scale, t, n);
        field.inverse(products, count * n, t, 0);
        for (int i = count - 1; i >= 0; i--) {
            field.mul(t, 0, products, i * n, t, 2 * n);
            field.mul(t, 0, differences, i * n, t, 0);
            field.mul(t, 2 * n, powers, i * n, t, 2 * n);
            field.mul(t, 2 * n, t, n, t, 2 * n);
            field.write(t, 2 * n, out, (from + i) * Scalars.BYTES);
        }
    }
}
