package io.proofmill.math;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * The field Fp12 over Fp2 as the tower Fp6 = Fp2[v] / (v^3 - xi), Fp12 = Fp6[w] / (w^2 - v).
 *
 * <p>An element of Fp12 is twelve base field elements in one array: the coefficients of 1, v, v^2, w, v w, v^2 w, each in Fp2. Every operation returns a new
 * array: pairings need some thousands of them, and clear code is worth more here than an allocation.
 */
final class Tower {
    private final QuadraticField f2;
    private final int n;
    private final long[] xi;

    /** xi^(i (p - 1) / 6) for i = 0 to 5, the factors of the Frobenius map at w^i. */
    private final long[] frobenius;

    private Tower(QuadraticField f2, BigInteger... xi) {
        this.f2 = f2;
        this.n = f2.words();
        this.xi = f2.newElement();
        f2.fromCanonical(xi, this.xi, 0);
        this.frobenius = new long[6 * n];
        long[] step =
                power2(this.xi, f2.base().modulus().subtract(BigInteger.ONE).divide(BigInteger.valueOf(6)));
        f2.setOne(frobenius, 0);
        for (int i = 1; i < 6; i++) {
            f2.mul(frobenius, (i - 1) * n, step, 0, frobenius, i * n);
        }
    }

    /** The tower of a curve: xi is 9 + u or 1 + u. */
    static Tower of(CurveId curve, QuadraticField f2) {
        return switch (curve) {
            case BN254 -> new Tower(f2, BigInteger.valueOf(9), BigInteger.ONE);
            case BLS12_381 -> new Tower(f2, BigInteger.ONE, BigInteger.ONE);
        };
    }

    QuadraticField fp2() {
        return f2;
    }

    /** xi^(i (p - 1) / 6), an element of Fp2. */
    long[] frobeniusFactor(int i) {
        return Arrays.copyOfRange(frobenius, i * n, (i + 1) * n);
    }

    long[] one() {
        long[] one = new long[6 * n];
        f2.setOne(one, 0);
        return one;
    }

    boolean isOne(long[] a) {
        return Arrays.equals(a, one());
    }

    long[] mul(long[] a, long[] b) {
        long[] out = new long[6 * n];
        long[] t = new long[12 * n];
        int low = 0;
        int high = 3 * n;
        int sumA = 6 * n;
        int sumB = 9 * n;
        mul6(a, 0, b, 0, t, low);
        mul6(a, 3 * n, b, 3 * n, t, high);
        add6(a, 0, a, 3 * n, t, sumA);
        add6(b, 0, b, 3 * n, t, sumB);
        mul6(t, sumA, t, sumB, out, 3 * n);
        sub6(out, 3 * n, t, low, out, 3 * n);
        sub6(out, 3 * n, t, high, out, 3 * n);
        mulByV(t, high, t, sumA);
        add6(t, low, t, sumA, out, 0);
        return out;
    }

    /** (a + b w)^2 = (a + b)(a + v b) - ab - v ab + 2 ab w. */
    long[] square(long[] a) {
        long[] out = new long[6 * n];
        long[] t = new long[9 * n];
        int product = 0;
        int sum = 3 * n;
        int other = 6 * n;
        mul6(a, 0, a, 3 * n, t, product);
        add6(a, 0, a, 3 * n, t, sum);
        mulByV(a, 3 * n, t, other);
        add6(a, 0, t, other, t, other);
        mul6(t, sum, t, other, out, 0);
        mulByV(t, product, t, other);
        sub6(out, 0, t, product, out, 0);
        sub6(out, 0, t, other, out, 0);
        add6(t, product, t, product, out, 3 * n);
        return out;
    }

    /** a - b w for a + b w: the map x -> x^(p^6), and the inverse of an element of norm one. */
    long[] conjugate(long[] a) {
        long[] out = a.clone();
        for (int i = 3; i < 6; i++) {
            f2.negate(a, i * n, out, i * n);
        }
        return out;
    }

    long[] inverse(long[] a) {
        long[] t = new long[9 * n];
        mul6(a, 0, a, 0, t, 0);
        mul6(a, 3 * n, a, 3 * n, t, 3 * n);
        mulByV(t, 3 * n, t, 6 * n);
        sub6(t, 0, t, 6 * n, t, 0);
        inverse6(t, 0, t, 3 * n);
        long[] out = new long[6 * n];
        mul6(a, 0, t, 3 * n, out, 0);
        mul6(a, 3 * n, t, 3 * n, out, 3 * n);
        return conjugate(out);
    }

    /** a^p. */
    long[] frobenius(long[] a) {
        long[] out = new long[6 * n];
        for (int i = 0; i < 6; i++) {
            int powerOfW = i < 3 ? 2 * i : 2 * (i - 3) + 1;
            f2.conjugate(a, i * n, out, i * n);
            f2.mul(out, i * n, frobenius, powerOfW * n, out, i * n);
        }
        return out;
    }

    /** a^e for a non-negative exponent. */
    long[] power(long[] a, BigInteger e) {
        long[] out = one();
        for (int i = e.bitLength() - 1; i >= 0; i--) {
            out = square(out);
            if (e.testBit(i)) {
                out = mul(out, a);
            }
        }
        return out;
    }

    private long[] power2(long[] a, BigInteger e) {
        long[] out = f2.newElement();
        f2.setOne(out, 0);
        for (int i = e.bitLength() - 1; i >= 0; i--) {
            f2.square(out, 0, out, 0);
            if (e.testBit(i)) {
                f2.mul(out, 0, a, 0, out, 0);
            }
        }
        return out;
    }

    private void add6(long[] a, int ao, long[] b, int bo, long[] out, int oo) {
        for (int i = 0; i < 3; i++) {
            f2.add(a, ao + i * n, b, bo + i * n, out, oo + i * n);
        }
    }

    private void sub6(long[] a, int ao, long[] b, int bo, long[] out, int oo) {
        for (int i = 0; i < 3; i++) {
            f2.sub(a, ao + i * n, b, bo + i * n, out, oo + i * n);
        }
    }

    /** The windows must be disjoint. */
    private void mulByV(long[] a, int ao, long[] out, int oo) {
        f2.mul(a, ao + 2 * n, xi, 0, out, oo);
        System.arraycopy(a, ao, out, oo + n, 2 * n);
    }

    /** Karatsuba over the three coefficients: six multiplications in Fp2. */
    private void mul6(long[] a, int ao, long[] b, int bo, long[] out, int oo) {
        long[] t = new long[6 * n];
        for (int i = 0; i < 3; i++) {
            f2.mul(a, ao + i * n, b, bo + i * n, t, i * n);
        }
        int cross12 = 3 * n;
        int cross01 = 4 * n;
        int cross02 = 5 * n;
        cross(a, ao, b, bo, 1, 2, t, cross12);
        cross(a, ao, b, bo, 0, 1, t, cross01);
        cross(a, ao, b, bo, 0, 2, t, cross02);
        f2.mul(t, cross12, xi, 0, t, cross12);
        f2.add(t, 0, t, cross12, out, oo);
        f2.mul(t, 2 * n, xi, 0, out, oo + n);
        f2.add(out, oo + n, t, cross01, out, oo + n);
        f2.add(t, cross02, t, n, out, oo + 2 * n);
    }

    /** a_i b_j + a_j b_i, from the products a_i b_i and a_j b_j at the start of t. */
    private void cross(long[] a, int ao, long[] b, int bo, int i, int j, long[] t, int to) {
        long[] sums = new long[2 * n];
        f2.add(a, ao + i * n, a, ao + j * n, sums, 0);
        f2.add(b, bo + i * n, b, bo + j * n, sums, n);
        f2.mul(sums, 0, sums, n, t, to);
        f2.sub(t, to, t, i * n, t, to);
        f2.sub(t, to, t, j * n, t, to);
    }

    private void inverse6(long[] a, int ao, long[] out, int oo) {
        long[] t = new long[5 * n];
        int c0 = 0;
        int c1 = n;
        int c2 = 2 * n;
        int u = 3 * n;
        int norm = 4 * n;
        f2.square(a, ao, t, c0);
        f2.mul(a, ao + n, a, ao + 2 * n, t, u);
        f2.mul(t, u, xi, 0, t, u);
        f2.sub(t, c0, t, u, t, c0);
        f2.square(a, ao + 2 * n, t, c1);
        f2.mul(t, c1, xi, 0, t, c1);
        f2.mul(a, ao, a, ao + n, t, u);
        f2.sub(t, c1, t, u, t, c1);
        f2.square(a, ao + n, t, c2);
        f2.mul(a, ao, a, ao + 2 * n, t, u);
        f2.sub(t, c2, t, u, t, c2);
        f2.mul(a, ao + 2 * n, t, c1, t, norm);
        f2.mul(a, ao + n, t, c2, t, u);
        f2.add(t, norm, t, u, t, norm);
        f2.mul(t, norm, xi, 0, t, norm);
        f2.mul(a, ao, t, c0, t, u);
        f2.add(t, norm, t, u, t, norm);
        f2.inverse(t, norm, t, norm);
        for (int i = 0; i < 3; i++) {
            f2.mul(t, i * n, t, norm, out, oo + i * n);
        }
    }
}
