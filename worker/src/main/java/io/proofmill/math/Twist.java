package io.proofmill.math;

/** The p-power Frobenius map of the curve, carried to its sextic twist: psi(x, y) = (a conj(x), b conj(y)). */
final class Twist {
    private final QuadraticField f2;
    private final int n;
    private final long[] a;
    private final long[] b;

    /**
     * a = xi^((p - 1) / 3) and b = xi^((p - 1) / 2) on a D-twist (BN254), their inverses on an M-twist (BLS12-381).
     *
     * @param divisive whether the twist is a D-twist
     */
    Twist(QuadraticField f2, boolean divisive) {
        this.f2 = f2;
        this.n = f2.words();
        Tower tower = Tower.of(divisive ? CurveId.BN254 : CurveId.BLS12_381, f2);
        this.a = tower.frobeniusFactor(2);
        this.b = tower.frobeniusFactor(3);
        if (!divisive) {
            f2.inverse(a, 0, a, 0);
            f2.inverse(b, 0, b, 0);
        }
    }

    /** The image of a point x, y, Z in Jacobian form. */
    long[] frobenius(long[] point) {
        long[] image = new long[3 * n];
        f2.conjugate(point, 0, image, 0);
        f2.mul(image, 0, a, 0, image, 0);
        f2.conjugate(point, n, image, n);
        f2.mul(image, n, b, 0, image, n);
        f2.conjugate(point, 2 * n, image, 2 * n);
        return image;
    }
}
