package io.proofmill.math;

import java.math.BigInteger;

/**
 * Tells whether a point of the curve lies in the subgroup of order r, from one short multiple of it and a cheap endomorphism: M. Scott, "A note on group
 * membership tests for G1, G2 and GT on BLS pairing-friendly curves" (2021), and Y. El Housni, A. Guillevic and T. Piellard, "Co-factor clearing and subgroup
 * membership testing on pairing-friendly curves" (2022).
 */
abstract class SubgroupTest {
    private final BigInteger multiplier;

    private SubgroupTest(BigInteger multiplier) {
        this.multiplier = multiplier;
    }

    /** The multiple that {@link #holds} wants to see; zero where every point of the curve is in the subgroup. */
    final BigInteger multiplier() {
        return multiplier;
    }

    /**
     * Whether the point is in the subgroup.
     *
     * @param point x, y, Z = 1
     * @param multiple the point times {@link #multiplier()}, Jacobian
     */
    abstract boolean holds(long[] point, long[] multiple);

    static SubgroupTest of(CurveId curve, Group group) {
        if (group.field() instanceof QuadraticField fq2) {
            return switch (curve) {
                case BN254 -> new BnTwist(group, new Twist(fq2, true), Pairing.BN_X);
                case BLS12_381 -> new BlsTwist(group, new Twist(fq2, false), Pairing.BLS_X);
            };
        }
        return switch (curve) {
            case BN254 -> new WholeCurve();
            case BLS12_381 -> new BlsCurve(group, Pairing.BLS_X);
        };
    }

    /** The cofactor is one. */
    private static final class WholeCurve extends SubgroupTest {
        WholeCurve() {
            super(BigInteger.ZERO);
        }

        @Override
        boolean holds(long[] point, long[] multiple) {
            return true;
        }
    }

    /** G1 of BLS12: x^2 P = -(beta x_P, y_P) for a cube root of unity beta. */
    private static final class BlsCurve extends SubgroupTest {
        private final Group group;
        private final int n;
        private final long[] beta;

        BlsCurve(Group group, BigInteger x) {
            super(x.multiply(x));
            this.group = group;
            this.n = group.field().words();
            BigInteger p = group.prime().modulus();
            BigInteger root = BigInteger.TWO.modPow(p.subtract(BigInteger.ONE).divide(BigInteger.valueOf(3)), p);
            long[] candidate = group.field().newElement();
            group.prime().fromBigInteger(root, candidate, 0);
            this.beta = candidate;
            long[] generator = group.generator().affine();
            if (!holds(generator, group.multiply(generator, 0, multiplier()))) {
                group.prime().square(candidate, 0, candidate, 0);
            }
        }

        @Override
        boolean holds(long[] point, long[] multiple) {
            long[] image = point.clone();
            group.field().mul(point, 0, beta, 0, image, 0);
            group.field().negate(point, n, image, n);
            return group.isEqual(image, 0, multiple, 0);
        }
    }

    /** G2 of BLS12: x P = psi(P). */
    private static final class BlsTwist extends SubgroupTest {
        private final Group group;
        private final Twist twist;

        BlsTwist(Group group, Twist twist, BigInteger x) {
            super(x.negate());
            this.group = group;
            this.twist = twist;
        }

        @Override
        boolean holds(long[] point, long[] multiple) {
            long[] image = twist.frobenius(point);
            group.negate(image, 0, image, 0);
            return group.isEqual(image, 0, multiple, 0);
        }
    }

    /** G2 of BN: (x + 1) P + psi(x P) + psi^2(x P) = psi^3(2 x P). */
    private static final class BnTwist extends SubgroupTest {
        private final Group group;
        private final Twist twist;

        BnTwist(Group group, Twist twist, BigInteger x) {
            super(x);
            this.group = group;
            this.twist = twist;
        }

        @Override
        boolean holds(long[] point, long[] multiple) {
            long[] sum = new long[point.length];
            long[] image = twist.frobenius(multiple);
            group.add(multiple, 0, point, 0, sum, 0);
            group.add(sum, 0, image, 0, sum, 0);
            image = twist.frobenius(image);
            group.add(sum, 0, image, 0, sum, 0);
            image = twist.frobenius(image);
            group.dbl(image, 0, image, 0);
            return group.isEqual(sum, 0, image, 0);
        }
    }
}
