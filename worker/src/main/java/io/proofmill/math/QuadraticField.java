package io.proofmill.math;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * The extension Fp2 = Fp[u] / (u^2 + 1) of a prime field with p = 3 (mod 4). An element is its two coefficients, the constant one (c0) first.
 */
public final class QuadraticField implements Field {
    private final PrimeField base;
    private final int n;

    QuadraticField(PrimeField base) {
        this.base = base;
        this.n = base.limbs();
    }

    @Override
    public PrimeField base() {
        return base;
    }

    @Override
    public int words() {
        return 2 * n;
    }

    @Override
    public int degree() {
        return 2;
    }

    @Override
    public void add(long[] a, int ao, long[] b, int bo, long[] out, int oo) {
        base.add(a, ao, b, bo, out, oo);
        base.add(a, ao + n, b, bo + n, out, oo + n);
    }

    @Override
    public void sub(long[] a, int ao, long[] b, int bo, long[] out, int oo) {
        base.sub(a, ao, b, bo, out, oo);
        base.sub(a, ao + n, b, bo + n, out, oo + n);
    }

    @Override
    public void negate(long[] a, int ao, long[] out, int oo) {
        base.negate(a, ao, out, oo);
        base.negate(a, ao + n, out, oo + n);
    }

    /** c0 - c1 u. */
    public void conjugate(long[] a, int ao, long[] out, int oo) {
        System.arraycopy(a, ao, out, oo, n);
        base.negate(a, ao + n, out, oo + n);
    }

    /** Karatsuba: three multiplications in the base field. */
    @Override
    public void mul(long[] a, int ao, long[] b, int bo, long[] out, int oo) {
        long[] t = new long[4 * n];
        base.mul(a, ao, b, bo, t, 0);
        base.mul(a, ao + n, b, bo + n, t, n);
        base.add(a, ao, a, ao + n, t, 2 * n);
        base.add(b, bo, b, bo + n, t, 3 * n);
        base.mul(t, 2 * n, t, 3 * n, t, 2 * n);
        base.sub(t, 2 * n, t, 0, t, 2 * n);
        base.sub(t, 2 * n, t, n, out, oo + n);
        base.sub(t, 0, t, n, out, oo);
    }

    /** (c0 + c1)(c0 - c1) + 2 c0 c1 u. */
    @Override
    public void square(long[] a, int ao, long[] out, int oo) {
        long[] t = new long[3 * n];
        base.add(a, ao, a, ao + n, t, 0);
        base.sub(a, ao, a, ao + n, t, n);
        base.mul(a, ao, a, ao + n, t, 2 * n);
        base.mul(t, 0, t, n, out, oo);
        base.add(t, 2 * n, t, 2 * n, out, oo + n);
    }

    /** Both coefficients times an element of the base field. */
    public void mulByBase(long[] a, int ao, long[] b, int bo, long[] out, int oo) {
        base.mul(a, ao, b, bo, out, oo);
        base.mul(a, ao + n, b, bo, out, oo + n);
    }

    @Override
    public void inverse(long[] a, int ao, long[] out, int oo) {
        long[] norm = new long[2 * n];
        base.square(a, ao, norm, 0);
        base.square(a, ao + n, norm, n);
        base.add(norm, 0, norm, n, norm, 0);
        base.inverse(norm, 0, norm, 0);
        base.mul(a, ao, norm, 0, out, oo);
        base.mul(a, ao + n, norm, 0, out, oo + n);
        base.negate(out, oo + n, out, oo + n);
    }

    @Override
    public void setOne(long[] out, int oo) {
        base.setOne(out, oo);
        Arrays.fill(out, oo + n, oo + 2 * n, 0);
    }

    @Override
    public void fromCanonical(BigInteger[] coefficients, long[] out, int oo) {
        base.fromBigInteger(coefficients[0], out, oo);
        base.fromBigInteger(coefficients[1], out, oo + n);
    }

    @Override
    public BigInteger[] toCanonical(long[] a, int ao) {
        return new BigInteger[] {base.toBigInteger(a, ao), base.toBigInteger(a, ao + n)};
    }
}
