package io.proofmill.math;

import java.math.BigInteger;

/**
 * Inverses modulo an odd prime by the binary greatest common divisor on approximations: thirty-one steps on the operands' top 33 and low 31 bits, then one
 * pass over their limbs (T. Pornin, "Optimized Binary GCD for Modular Inversion", 2020, algorithm 2 with k = 32). Limbs hold 31 bits, so that the division
 * by 2^31 after each pass drops one limb and no product leaves 64 bits.
 *
 * <p>Every batch of affine additions ends in one inversion, so this lies on a hot path; its time depends on the values. Immutable.
 */
final class ModularInverse {
    private static final int BITS = 31;
    private static final long MASK = (1L << BITS) - 1;

    private final int limbs;
    private final int passes;
    private final long[] modulus;
    private final long negatedInverse;

    ModularInverse(BigInteger modulus) {
        this.limbs = Math.max(3, modulus.bitLength() / BITS + 1);
        this.passes = (2 * modulus.bitLength() - 1 + BITS - 1) / BITS;
        this.modulus = new long[limbs];
        for (int i = 0; i < limbs; i++) {
            this.modulus[i] = modulus.shiftRight(BITS * i).longValue() & MASK;
        }
        this.negatedInverse =
                modulus.negate().modInverse(BigInteger.ONE.shiftLeft(BITS)).longValue();
    }

    /** Replaces an integer in little-endian 64-bit words, between 1 and the modulus - 1, by its inverse. */
    void invert(long[] words, int at, int count) {
        long[] a = narrowed(words, at, count);
        long[] b = modulus.clone();
        long[] u = new long[limbs];
        long[] v = new long[limbs];
        u[0] = 1;
        long[] factors = new long[4];
        for (int pass = 0; pass < passes; pass++) {
            int top = Math.max(highest(a), highest(b));
            steps(window(a, top, b), window(b, top, a), factors);
            combine(a, b, factors);
            combineModulo(u, v, factors);
        }
        widen(v, words, at, count);
    }

    private long[] narrowed(long[] words, int at, int count) {
        long[] narrow = new long[limbs];
        for (int i = 0; i < limbs; i++) {
            int bit = i * BITS;
            int word = bit >>> 6;
            long value = words[at + word] >>> bit;
            if ((bit & 63) > 64 - BITS && word + 1 < count) {
                value |= words[at + word + 1] << -bit;
            }
            narrow[i] = value & MASK;
        }
        return narrow;
    }

    private void widen(long[] narrow, long[] words, int at, int count) {
        for (int i = 0; i < count; i++) {
            words[at + i] = 0;
        }
        for (int i = 0; i < limbs; i++) {
            int bit = i * BITS;
            int word = bit >>> 6;
            words[at + word] |= narrow[i] << bit;
            if ((bit & 63) > 64 - BITS && word + 1 < count) {
                words[at + word + 1] |= narrow[i] >>> -bit;
            }
        }
    }

    private int highest(long[] a) {
        int i = limbs - 1;
        while (i > 0 && a[i] == 0) {
            i--;
        }
        return i;
    }

    /** The low 31 bits below the 33 bits from the top of the longer of both, exact when both fit 64 bits; {@code top} is that one's highest limb. */
    private static long window(long[] a, int top, long[] other) {
        int length = 64 - Long.numberOfLeadingZeros(a[top] | other[top]);
        if (top * BITS + length <= 64) {
            return a[0] | (a[1] << BITS) | (a[2] << (2 * BITS));
        }
        long high = (a[top] << (2 * BITS - length)) | (a[top - 1] << (BITS - length)) | (a[top - 2] >>> length);
        return a[0] | ((high >>> (2 * BITS - 33)) << BITS);
    }

    /** Thirty-one steps on the windows; the factors that they amount to, each a signed 32-bit value, are f0, g0, f1, g1. */
    private static void steps(long first, long second, long[] factors) {
        long a = first;
        long b = second;
        long f0 = 1;
        long g0 = 0;
        long f1 = 0;
        long g1 = 1;
        for (int i = 0; i < BITS; i++) {
            if ((a & 1) != 0) {
                if (Long.compareUnsigned(a, b) < 0) {
                    long swap = a;
                    a = b;
                    b = swap;
                    swap = f0;
                    f0 = f1;
                    f1 = swap;
                    swap = g0;
                    g0 = g1;
                    g1 = swap;
                }
                a -= b;
                f0 -= f1;
                g0 -= g1;
            }
            a >>>= 1;
            f1 <<= 1;
            g1 <<= 1;
        }
        factors[0] = f0;
        factors[1] = g0;
        factors[2] = f1;
        factors[3] = g1;
    }

    /** (a, b) becomes (a f0 + b g0, a f1 + b g1) / 2^31, exactly; a negative one is negated together with its factors. */
    private void combine(long[] a, long[] b, long[] factors) {
        long carryA = (a[0] * factors[0] + b[0] * factors[1]) >> BITS;
        long carryB = (a[0] * factors[2] + b[0] * factors[3]) >> BITS;
        for (int i = 1; i < limbs; i++) {
            carryA += a[i] * factors[0] + b[i] * factors[1];
            carryB += a[i] * factors[2] + b[i] * factors[3];
            a[i - 1] = carryA & MASK;
            b[i - 1] = carryB & MASK;
            carryA >>= BITS;
            carryB >>= BITS;
        }
        a[limbs - 1] = carryA;
        b[limbs - 1] = carryB;
        if (carryA < 0) {
            negate(a);
            factors[0] = -factors[0];
            factors[1] = -factors[1];
        }
        if (carryB < 0) {
            negate(b);
            factors[2] = -factors[2];
            factors[3] = -factors[3];
        }
    }

    private void negate(long[] a) {
        long carry = 0;
        for (int i = 0; i < limbs; i++) {
            carry -= a[i];
            a[i] = carry & MASK;
            carry >>= BITS;
        }
    }

    /** (u, v) becomes (u f0 + v g0, u f1 + v g1) / 2^31 modulo the prime, both from 0 to the modulus - 1. */
    private void combineModulo(long[] u, long[] v, long[] factors) {
        long lowU = u[0] * factors[0] + v[0] * factors[1];
        long lowV = u[0] * factors[2] + v[0] * factors[3];
        long wrapsU = ((lowU & MASK) * negatedInverse) & MASK;
        long wrapsV = ((lowV & MASK) * negatedInverse) & MASK;
        long carryU = (lowU + wrapsU * modulus[0]) >> BITS;
        long carryV = (lowV + wrapsV * modulus[0]) >> BITS;
        for (int i = 1; i < limbs; i++) {
            long sumU = u[i] * factors[0] + v[i] * factors[1];
            long sumV = u[i] * factors[2] + v[i] * factors[3];
            carryU += (sumU & MASK) + wrapsU * modulus[i];
            carryV += (sumV & MASK) + wrapsV * modulus[i];
            u[i - 1] = carryU & MASK;
            v[i - 1] = carryV & MASK;
            carryU = (carryU >> BITS) + (sumU >> BITS);
            carryV = (carryV >> BITS) + (sumV >> BITS);
        }
        u[limbs - 1] = carryU;
        v[limbs - 1] = carryV;
        intoRange(u);
        intoRange(v);
    }

    /** From above -modulus and below 2 modulus, the highest limb signed. */
    private void intoRange(long[] a) {
        if (a[limbs - 1] < 0) {
            addModulus(a, 1);
        } else if (!isBelowModulus(a)) {
            addModulus(a, -1);
        }
    }

    private boolean isBelowModulus(long[] a) {
        for (int i = limbs - 1; i >= 0; i--) {
            if (a[i] != modulus[i]) {
                return a[i] < modulus[i];
            }
        }
        return false;
    }

    private void addModulus(long[] a, long times) {
        long carry = 0;
        for (int i = 0; i < limbs; i++) {
            carry += a[i] + times * modulus[i];
            a[i] = i < limbs - 1 ? carry & MASK : carry;
            carry >>= BITS;
        }
    }
}
