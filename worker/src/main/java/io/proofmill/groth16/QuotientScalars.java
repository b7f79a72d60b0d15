package io.proofmill.groth16;

import io.proofmill.math.Elementwise;
import io.proofmill.math.Ntt;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/**
 * The scalars that go with a key's H points, from a = A w and b = B w over a domain of N roots of unity, with c = a b.
 *
 * <p>Both forms take six transforms: a, b and c to coefficients, a and b to a coset, and one more for c. On the coset Z is a constant, so c need not be moved
 * there to compute bellman's form: a b on the coset interpolates to h Z + c coefficient by coefficient, as c has degree below N.
 */
final class QuotientScalars {
    private final PrimeField field;
    private final Elementwise elementwise;
    private final Ntt ntt;
    private final BigInteger shift;

    /**
     * @param ntt the domain's transform
     * @param shift what moves the domain to the coset
     */
    QuotientScalars(PrimeField field, Ntt ntt, BigInteger shift) {
        this.field = field;
        this.elementwise = Elementwise.of(field);
        this.ntt = ntt;
        this.shift = shift;
    }

    /**
     * @param a N values in Montgomery form; receives the scalars, canonical
     * @param b as {@code a}; used up
     */
    void compute(Quotient.Form form, MemorySegment a, MemorySegment b, Work work) {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment c = arena.allocate(ntt.size() * Scalars.BYTES, Scalars.BYTES);
            elementwise.multiply(a, b, c, ntt.size(), work);
            switch (form) {
                case ODD_ROOTS -> oddRoots(a, b, c, work);
                case COEFFICIENTS -> coefficients(a, b, c, work);
            }
            elementwise.fromMontgomery(a, a, ntt.size(), work);
        }
    }

    private void oddRoots(MemorySegment a, MemorySegment b, MemorySegment c, Work work) {
        ntt.moveToCoset(a, shift, work);
        ntt.moveToCoset(b, shift, work);
        ntt.moveToCoset(c, shift, work);
        elementwise.multiplySubtract(a, b, c, a, ntt.size(), work);
    }

    private void coefficients(MemorySegment a, MemorySegment b, MemorySegment c, Work work) {
        ntt.moveToCoset(a, shift, work);
        ntt.moveToCoset(b, shift, work);
        elementwise.multiply(a, b, a, ntt.size(), work);
        ntt.inverseFromCoset(a, shift, work);
        ntt.inverse(c, work);
        elementwise.subtract(a, c, a, ntt.size(), work);
        BigInteger vanishing =
                shift.modPow(BigInteger.valueOf(ntt.size()), field.modulus()).subtract(BigInteger.ONE);
        ntt.scale(a, vanishing.modInverse(field.modulus()), BigInteger.ONE, work);
    }
}
