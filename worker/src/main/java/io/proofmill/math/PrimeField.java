package io.proofmill.math;

import java.math.BigInteger;

/**
 * The integers modulo an odd prime, one element at a time: little-endian 64-bit limbs in Montgomery form with R = 2^(64 * limbs).
 *
 * <p>The prime leaves the top bit of its highest limb free, so a sum of two elements never carries out of the limbs and Montgomery's multiplication needs no
 * extra limb (the "no-carry" form of Botrel and El Housni, "EdMSM: Multi-Scalar-Multiplication for SNARKs and Faster Montgomery multiplication", 2022).
 */
public abstract sealed class PrimeField implements Field permits FourLimbField, SixLimbField {
    private final BigInteger modulus;
    private final int limbs;
    private final BigInteger inverseOfR;
    private final long[] one;
    private final long[] squareOfR;
    private final long[] unit;
    private final ModularInverse inverses;
    private PrimeLanes lanes;

    /** The limbs of the prime. */
    final long[] p;

    /** -p^-1 modulo 2^64. */
    final long negatedInverse;

    PrimeField(BigInteger modulus, int limbs) {
        this.modulus = modulus;
        this.limbs = limbs;
        BigInteger r = BigInteger.ONE.shiftLeft(64 * limbs);
        this.inverseOfR = r.modInverse(modulus);
        this.p = limbsOf(modulus);
        this.negatedInverse =
                modulus.negate().modInverse(BigInteger.ONE.shiftLeft(64)).longValue();
        this.one = limbsOf(r.mod(modulus));
        this.squareOfR = limbsOf(r.multiply(r).mod(modulus));
        this.unit = limbsOf(BigInteger.ONE);
        this.inverses = new ModularInverse(modulus);
    }

    /** The field of a prime of at most 255 or 383 bits; it picks 4 or 6 limbs. */
    static PrimeField of(BigInteger modulus) {
        return modulus.bitLength() < 256 ? new FourLimbField(modulus) : new SixLimbField(modulus);
    }

    /** The same field in lanes, made when first asked for; only where there are lanes ({@link Lanes#available()}). */
    final synchronized PrimeLanes lanes() {
        if (lanes == null) {
            lanes = newLanes();
        }
        return lanes;
    }

    abstract PrimeLanes newLanes();

    public final BigInteger modulus() {
        return modulus;
    }

    /** 64-bit limbs in an element. */
    public final int limbs() {
        return limbs;
    }

    @Override
    public final int words() {
        return limbs;
    }

    @Override
    public final int degree() {
        return 1;
    }

    @Override
    public final PrimeField base() {
        return this;
    }

    @Override
    public final void add(long[] a, int ao, long[] b, int bo, long[] out, int oo) {
        long carry = 0;
        for (int i = 0; i < limbs; i++) {
            long x = a[ao + i];
            long sum = x + b[bo + i];
            long full = sum + carry;
            carry = (Long.compareUnsigned(sum, x) < 0 ? 1 : 0) | (Long.compareUnsigned(full, sum) < 0 ? 1 : 0);
            out[oo + i] = full;
        }
        reduceOnce(out, oo);
    }

    @Override
    public final void sub(long[] a, int ao, long[] b, int bo, long[] out, int oo) {
        long borrow = 0;
        for (int i = 0; i < limbs; i++) {
            long x = a[ao + i];
            long difference = x - b[bo + i];
            long full = difference - borrow;
            borrow = (Long.compareUnsigned(x, difference) < 0 ? 1 : 0)
                    | (Long.compareUnsigned(difference, full) < 0 ? 1 : 0);
            out[oo + i] = full;
        }
        if (borrow != 0) {
            addPrime(out, oo);
        }
    }

    @Override
    public final void negate(long[] a, int ao, long[] out, int oo) {
        if (isZero(a, ao)) {
            System.arraycopy(a, ao, out, oo, limbs);
            return;
        }
        long borrow = 0;
        for (int i = 0; i < limbs; i++) {
            long difference = p[i] - a[ao + i];
            long full = difference - borrow;
            borrow = (Long.compareUnsigned(p[i], difference) < 0 ? 1 : 0)
                    | (Long.compareUnsigned(difference, full) < 0 ? 1 : 0);
            out[oo + i] = full;
        }
    }

    @Override
    public final void square(long[] a, int ao, long[] out, int oo) {
        mul(a, ao, a, ao, out, oo);
    }

    @Override
    public final void inverse(long[] a, int ao, long[] out, int oo) {
        if (isZero(a, ao)) {
            throw new ArithmeticException("zero has no inverse");
        }
        System.arraycopy(a, ao, out, oo, limbs);
        inverses.invert(out, oo, limbs);
        mul(out, oo, squareOfR, 0, out, oo);
        mul(out, oo, squareOfR, 0, out, oo);
    }

    /** a to the power of a non-negative exponent. */
    public final void pow(long[] a, int ao, BigInteger exponent, long[] out, int oo) {
        long[] base = new long[limbs];
        System.arraycopy(a, ao, base, 0, limbs);
        setOne(out, oo);
        for (int i = exponent.bitLength() - 1; i >= 0; i--) {
            square(out, oo, out, oo);
            if (exponent.testBit(i)) {
                mul(out, oo, base, 0, out, oo);
            }
        }
    }

    @Override
    public final void setOne(long[] out, int oo) {
        System.arraycopy(one, 0, out, oo, limbs);
    }

    /** From canonical limbs (below the prime) to Montgomery form. */
    public final void toMontgomery(long[] a, int ao, long[] out, int oo) {
        mul(a, ao, squareOfR, 0, out, oo);
    }

    /** From Montgomery form to canonical limbs. */
    public final void fromMontgomery(long[] a, int ao, long[] out, int oo) {
        mul(a, ao, unit, 0, out, oo);
    }

    /** Writes the Montgomery form of an integer, reduced modulo the prime first. */
    public final void fromBigInteger(BigInteger value, long[] out, int oo) {
        setLimbs(value.mod(modulus).shiftLeft(64 * limbs).mod(modulus), out, oo);
    }

    /** The canonical value of an element in Montgomery form. */
    public final BigInteger toBigInteger(long[] a, int ao) {
        return integerOf(a, ao).multiply(inverseOfR).mod(modulus);
    }

    @Override
    public final void fromCanonical(BigInteger[] coefficients, long[] out, int oo) {
        fromBigInteger(coefficients[0], out, oo);
    }

    @Override
    public final BigInteger[] toCanonical(long[] a, int ao) {
        return new BigInteger[] {toBigInteger(a, ao)};
    }

    /** Whether the limbs, read as an integer, are below the prime. */
    public final boolean isCanonical(long[] a, int ao) {
        for (int i = limbs - 1; i >= 0; i--) {
            int order = Long.compareUnsigned(a[ao + i], p[i]);
            if (order != 0) {
                return order < 0;
            }
        }
        return false;
    }

    /** Whether the integer is one of the field's canonical values 0 to p - 1. */
    public final boolean isCanonical(BigInteger value) {
        return value.signum() >= 0 && value.compareTo(modulus) < 0;
    }

    /**
     * A primitive 2^log-th root of unity, generator^((p - 1) / 2^log), as a canonical integer.
     *
     * @throws IllegalArgumentException if 2^log does not divide p - 1
     */
    public final BigInteger rootOfUnity(BigInteger generator, int log) {
        BigInteger order = modulus.subtract(BigInteger.ONE);
        if (log > twoAdicity()) {
            throw new IllegalArgumentException(
                    "the field has no root of unity of order 2^" + log + ", only up to 2^" + twoAdicity());
        }
        return generator.modPow(order.shiftRight(log), modulus);
    }

    /** The largest s so that 2^s divides p - 1. */
    public final int twoAdicity() {
        return modulus.subtract(BigInteger.ONE).getLowestSetBit();
    }

    final void setLimbs(BigInteger value, long[] out, int oo) {
        for (int i = 0; i < limbs; i++) {
            out[oo + i] = value.shiftRight(64 * i).longValue();
        }
    }

    final long[] limbsOf(BigInteger value) {
        long[] out = new long[limbs];
        setLimbs(value, out, 0);
        return out;
    }

    /** The limbs read as an unsigned integer, with no conversion. */
    final BigInteger integerOf(long[] a, int ao) {
        byte[] bigEndian = new byte[limbs * Long.BYTES];
        for (int i = 0; i < bigEndian.length; i++) {
            bigEndian[bigEndian.length - 1 - i] = (byte) (a[ao + i / Long.BYTES] >>> (8 * (i % Long.BYTES)));
        }
        return new BigInteger(1, bigEndian);
    }

    /** Takes a value below 2p to its residue below p. */
    final void reduceOnce(long[] a, int ao) {
        if (isCanonical(a, ao)) {
            return;
        }
        long borrow = 0;
        for (int i = 0; i < limbs; i++) {
            long x = a[ao + i];
            long difference = x - p[i];
            long full = difference - borrow;
            borrow = (Long.compareUnsigned(x, difference) < 0 ? 1 : 0)
                    | (Long.compareUnsigned(difference, full) < 0 ? 1 : 0);
            a[ao + i] = full;
        }
    }

    private void addPrime(long[] a, int ao) {
        long carry = 0;
        for (int i = 0; i < limbs; i++) {
            long sum = a[ao + i] + p[i];
            long full = sum + carry;
            carry = (Long.compareUnsigned(sum, p[i]) < 0 ? 1 : 0) | (Long.compareUnsigned(full, sum) < 0 ? 1 : 0);
            a[ao + i] = full;
        }
    }
}
