package io.proofmill.math;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/**
 * The number-theoretic transform of size N = 2^k over a scalar field, in place on N elements of 32 little-endian bytes in Montgomery form. Values and
 * coefficients are in natural order. The caller names the root of unity: circom's keys use powers of 5, bellman's of 7
 * ({@link PrimeField#rootOfUnity}).
 */
public final class Ntt {
    private final PrimeField field;
    private final int log;
    private final BigInteger root;
    private final ScalarNtt plain;
    private final LaneNtt lanes;

    private Ntt(PrimeField field, int log, BigInteger root) {
        this.field = field;
        this.log = log;
        this.root = root;
        boolean inLanes = Lanes.available() && log >= LaneNtt.SMALLEST_LOG;
        this.lanes = inLanes ? new LaneNtt(field, log, root) : null;
        this.plain = inLanes ? null : new ScalarNtt(field, log, root);
    }

    /**
     * Prepares a transform; its twiddle factors take 16 bytes times N, twice that in lanes.
     *
     * @param root a primitive 2^log-th root of unity, canonical
     * @throws IllegalArgumentException if the root's order is not 2^log
     */
    public static Ntt of(PrimeField field, int log, BigInteger root) {
        BigInteger half = log == 0 ? root : root.modPow(BigInteger.ONE.shiftLeft(log - 1), field.modulus());
        BigInteger expected = log == 0 ? BigInteger.ONE : field.modulus().subtract(BigInteger.ONE);
        if (!half.equals(expected)) {
            throw new IllegalArgumentException(root + " is not a primitive root of unity of order 2^" + log);
        }
        return new Ntt(field, log, root);
    }

    /** N. */
    public long size() {
        return 1L << log;
    }

    public BigInteger root() {
        return root;
    }

    /** Coefficients to values: out[i] = sum over j of in[j] * root^(i j). */
    public void forward(MemorySegment values, Work work) {
        if (lanes != null) {
            lanes.forward(values, work);
        } else {
            plain.forward(values, work);
        }
    }

    /** Values to coefficients: the inverse of {@link #forward}, the factor 1 / N included. */
    public void inverse(MemorySegment values, Work work) {
        if (lanes != null) {
            lanes.inverse(values, work);
        } else {
            plain.inverse(values, work);
        }
    }

    /** Multiplies element j by factor * base^j; both are canonical. */
    public void scale(MemorySegment values, BigInteger factor, BigInteger base, Work work) {
        GeometricScaling.scale(field, values, size(), factor, base, work);
    }

    /** From the values at root^i to the values of the same polynomial at shift * root^i. */
    public void moveToCoset(MemorySegment values, BigInteger shift, Work work) {
        if (lanes != null) {
            lanes.moveToCoset(values, shift, work);
            return;
        }
        inverse(values, work);
        scale(values, BigInteger.ONE, shift, work);
        forward(values, work);
    }

    /** From the values at shift * root^i to the polynomial's coefficients. */
    public void inverseFromCoset(MemorySegment values, BigInteger shift, Work work) {
        inverse(values, work);
        scale(values, BigInteger.ONE, shift.modInverse(field.modulus()), work);
    }
}
