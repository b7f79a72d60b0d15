package io.proofmill.math;

import java.math.BigInteger;
import java.util.List;

/**
 * Miller's loop over several pairs at once: affine points on the twist, all pairs of a step sharing one inversion.
 *
 * <p>A line of slope s through T, at P: on a D-twist (BN254) y_P - s x_P w + (s x_T - y_T) w^3; on an M-twist (BLS12-381) the same times w^3 after moving to
 * the twist, (s x_T - y_T) - s x_P w^2 + y_P w^3.
 */
final class MillerLoop {
    private static final int V = 1;
    private static final int W = 3;
    private static final int VW = 4;

    private final Tower tower;
    private final QuadraticField f2;
    private final int n;
    private final BigInteger length;
    private final boolean negative;
    private final boolean bn;

    private MillerLoop(Tower tower, BigInteger length, boolean bn) {
        this.tower = tower;
        this.f2 = tower.fp2();
        this.n = f2.words();
        this.length = length.abs();
        this.negative = length.signum() < 0;
        this.bn = bn;
    }

    /** Length 6x + 2 and two more lines through the Frobenius images of Q. */
    static MillerLoop ofBn(Tower tower, BigInteger x) {
        return new MillerLoop(tower, x.multiply(BigInteger.valueOf(6)).add(BigInteger.TWO), true);
    }

    /** Length x. */
    static MillerLoop ofBls12(Tower tower, BigInteger x) {
        return new MillerLoop(tower, x, false);
    }

    /** One pair on its way: P over Fp, Q and the running T on the twist (each x then y). */
    private static final class Walk {
        private final long[] p;
        private final long[] q;
        private final long[] t;

        Walk(Pairing.Pair pair) {
            this.p = pair.g1().affine();
            this.q = pair.g2().affine();
            this.t = q.clone();
        }
    }

    long[] product(List<Pairing.Pair> pairs) {
        List<Walk> walks = pairs.stream()
                .filter(pair -> !pair.g1().isInfinity() && !pair.g2().isInfinity())
                .map(Walk::new)
                .toList();
        long[] f = tower.one();
        for (int i = length.bitLength() - 2; i >= 0; i--) {
            f = step(tower.square(f), walks, walks.stream().map(walk -> walk.t).toList());
            if (length.testBit(i)) {
                f = step(f, walks, walks.stream().map(walk -> walk.q).toList());
            }
        }
        if (negative) {
            f = tower.conjugate(f);
        }
        return bn ? lastLines(f, walks) : f;
    }

    private long[] lastLines(long[] f, List<Walk> walks) {
        List<long[]> first = walks.stream().map(walk -> frobenius(walk.q)).toList();
        List<long[]> second = first.stream()
                .map(q -> {
                    long[] image = frobenius(q);
                    f2.negate(image, n, image, n);
                    return image;
                })
                .toList();
        return step(step(f, walks, first), walks, second);
    }

    /** The p-power Frobenius map carried to the D-twist. */
    private long[] frobenius(long[] q) {
        long[] image = new long[2 * n];
        f2.conjugate(q, 0, image, 0);
        f2.mul(image, 0, tower.frobeniusFactor(2), 0, image, 0);
        f2.conjugate(q, n, image, n);
        f2.mul(image, n, tower.frobeniusFactor(3), 0, image, n);
        return image;
    }

    /** Adds to every walk's T its other point (T itself doubles) and multiplies f by the lines. */
    private long[] step(long[] f, List<Walk> walks, List<long[]> others) {
        int count = walks.size();
        long[] slopes = new long[count * n];
        long[] denominators = new long[count * n];
        for (int i = 0; i < count; i++) {
            slope(walks.get(i).t, others.get(i), slopes, denominators, i * n);
        }
        divide(slopes, denominators, count);
        long[] product = f;
        for (int i = 0; i < count; i++) {
            product = tower.mul(product, line(walks.get(i), slopes, i * n));
            advance(walks.get(i).t, others.get(i), slopes, i * n);
        }
        return product;
    }

    private void slope(long[] t, long[] other, long[] numerators, long[] denominators, int at) {
        if (!f2.isEqual(t, 0, other, 0)) {
            f2.sub(other, n, t, n, numerators, at);
            f2.sub(other, 0, t, 0, denominators, at);
            return;
        }
        f2.square(t, 0, numerators, at);
        f2.add(numerators, at, numerators, at, denominators, at);
        f2.add(numerators, at, denominators, at, numerators, at);
        f2.add(t, n, t, n, denominators, at);
    }

    /** Divides all numerators by their denominators with one inversion. */
    private void divide(long[] numerators, long[] denominators, int count) {
        long[] products = new long[(count + 1) * n];
        f2.setOne(products, 0);
        for (int i = 0; i < count; i++) {
            f2.mul(products, i * n, denominators, i * n, products, (i + 1) * n);
        }
        long[] inverse = f2.newElement();
        long[] own = f2.newElement();
        f2.inverse(products, count * n, inverse, 0);
        for (int i = count - 1; i >= 0; i--) {
            f2.mul(inverse, 0, products, i * n, own, 0);
            f2.mul(inverse, 0, denominators, i * n, inverse, 0);
            f2.mul(numerators, i * n, own, 0, numerators, i * n);
        }
    }

    private long[] line(Walk walk, long[] slopes, int at) {
        long[] line = new long[6 * n];
        int slopeTerm = bn ? W : V;
        int pointTerm = bn ? VW : 0;
        int heightTerm = bn ? 0 : VW;
        f2.mulByBase(slopes, at, walk.p, 0, line, slopeTerm * n);
        f2.negate(line, slopeTerm * n, line, slopeTerm * n);
        f2.mul(slopes, at, walk.t, 0, line, pointTerm * n);
        f2.sub(line, pointTerm * n, walk.t, n, line, pointTerm * n);
        System.arraycopy(walk.p, n / 2, line, heightTerm * n, n / 2);
        return line;
    }

    /** T becomes T + other by the chord or tangent of this slope. */
    private void advance(long[] t, long[] other, long[] slopes, int at) {
        long[] x = f2.newElement();
        f2.square(slopes, at, x, 0);
        f2.sub(x, 0, t, 0, x, 0);
        f2.sub(x, 0, other, 0, x, 0);
        long[] y = f2.newElement();
        f2.sub(t, 0, x, 0, y, 0);
        f2.mul(slopes, at, y, 0, y, 0);
        f2.sub(y, 0, t, n, t, n);
        System.arraycopy(x, 0, t, 0, n);
    }
}
