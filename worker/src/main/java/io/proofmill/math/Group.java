package io.proofmill.math;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * The points of a curve y^2 = x^3 + b over a field, with a subgroup of prime order.
 *
 * <p>At rest a point is packed affine: x then y in Montgomery form, little-endian words, {@link #pointBytes()} bytes; over Fp2 each coordinate is c0 then
 * c1; infinity is all zero bytes. This is the form of a .zkey file. In work a point is a window of {@link #jacobianWords()} longs: X, Y, Z with x = X / Z^2,
 * y = Y / Z^3, infinity Z = 0. Formulas: dbl-2009-l, add-2007-bl and madd-2007-bl of the Explicit-Formulas Database (a = 0).
 */
public final class Group {
    private final Field field;
    private final BigInteger order;
    private final long[] b;
    private final int n;
    private final Point generator;
    private final SubgroupTest subgroupTest;

    Group(CurveId curve, Field field, BigInteger order, BigInteger[] b, BigInteger[] generator) {
        this.field = field;
        this.order = order;
        this.n = field.words();
        this.b = field.newElement();
        field.fromCanonical(b, this.b, 0);
        this.generator = point(generator);
        this.subgroupTest = SubgroupTest.of(curve, this);
    }

    /** The field of the coordinates. */
    public Field field() {
        return field;
    }

    /** The prime order r of the subgroup. */
    public BigInteger order() {
        return order;
    }

    /** Bytes of a packed affine point. */
    public int pointBytes() {
        return 2 * field.bytes();
    }

    /** Longs of a point in Jacobian form. */
    public int jacobianWords() {
        return 3 * n;
    }

    /** The standard generator of the subgroup. */
    public Point generator() {
        return generator;
    }

    public Point infinity() {
        return new Point(this, new long[3 * n]);
    }

    /**
     * The point with these canonical affine coordinates: x, y over Fp; x.c0, x.c1, y.c0, y.c1 over Fp2. All zero is infinity. Whether it lies on the curve is
     * the caller's to ask ({@link Point#isOnCurve()}).
     *
     * @throws IllegalArgumentException if the number of coordinates is wrong or one is not canonical
     */
    public Point point(BigInteger... coordinates) {
        int degree = field.degree();
        if (coordinates.length != 2 * degree) {
            throw new IllegalArgumentException("a point has " + 2 * degree + " coordinates, not " + coordinates.length);
        }
        for (BigInteger coordinate : coordinates) {
            if (!prime().isCanonical(coordinate)) {
                throw new IllegalArgumentException("the coordinate " + coordinate + " is not below the field's prime");
            }
        }
        long[] xyz = new long[3 * n];
        field.fromCanonical(Arrays.copyOfRange(coordinates, 0, degree), xyz, 0);
        field.fromCanonical(Arrays.copyOfRange(coordinates, degree, 2 * degree), xyz, n);
        setZ(xyz, 0);
        return new Point(this, xyz);
    }

    /** The packed affine point at a byte offset. Nothing is checked. */
    public Point read(MemorySegment from, long offset) {
        long[] xyz = new long[3 * n];
        readAffine(from, offset, xyz, 0);
        return new Point(this, xyz);
    }

    /** Whether the packed point's coordinates are canonical (below the prime). */
    public boolean isCanonical(MemorySegment from, long offset) {
        PrimeField prime = prime();
        long[] words = new long[prime.limbs()];
        for (int i = 0; i < 2 * field.degree(); i++) {
            prime.read(from, offset + (long) i * prime.bytes(), words, 0);
            if (!prime.isCanonical(words, 0)) {
                return false;
            }
        }
        return true;
    }

    PrimeField prime() {
        return switch (field) {
            case PrimeField prime -> prime;
            case QuadraticField extension -> extension.base();
        };
    }

    SubgroupTest subgroupTest() {
        return subgroupTest;
    }

    /** Whether the affine point x, y, Z = 1 of the curve is in the subgroup of order r; infinity is. */
    boolean isInSubgroup(long[] affine) {
        return isInfinity(affine, 0) || subgroupTest.holds(affine, multiply(affine, 0, subgroupTest.multiplier()));
    }

    /** The curve's constant b. */
    long[] b() {
        return b;
    }

    void readAffine(MemorySegment from, long offset, long[] out, int oo) {
        MemorySegment.copy(from, Field.WORD, offset, out, oo, 2 * n);
        setZ(out, oo);
    }

    /** Z = 1, or 0 where x and y are both zero: the curves have b != 0, so (0, 0) is never a point. */
    private void setZ(long[] xyz, int o) {
        if (field.isZero(xyz, o) && field.isZero(xyz, o + n)) {
            Arrays.fill(xyz, o + 2 * n, o + 3 * n, 0);
        } else {
            field.setOne(xyz, o + 2 * n);
        }
    }

    boolean isInfinity(long[] a, int ao) {
        return field.isZero(a, ao + 2 * n);
    }

    /** Brings Z to one, or the whole window to zero for infinity. */
    void normalise(long[] a, int ao) {
        if (isInfinity(a, ao)) {
            Arrays.fill(a, ao, ao + 3 * n, 0);
            return;
        }
        long[] t = new long[2 * n];
        field.inverse(a, ao + 2 * n, t, 0);
        field.square(t, 0, t, n);
        field.mul(a, ao, t, n, a, ao);
        field.mul(t, 0, t, n, t, n);
        field.mul(a, ao + n, t, n, a, ao + n);
        field.setOne(a, ao + 2 * n);
    }

    boolean isOnCurve(long[] a, int ao) {
        long[] t = new long[3 * n];
        field.square(a, ao + 2 * n, t, 0);
        field.square(t, 0, t, n);
        field.mul(t, 0, t, n, t, 0);
        field.mul(t, 0, b, 0, t, 0);
        field.square(a, ao, t, n);
        field.mul(t, n, a, ao, t, n);
        field.add(t, 0, t, n, t, 0);
        field.square(a, ao + n, t, 2 * n);
        return isInfinity(a, ao) || field.isEqual(t, 0, t, 2 * n);
    }

    boolean isEqual(long[] a, int ao, long[] c, int co) {
        if (isInfinity(a, ao) || isInfinity(c, co)) {
            return isInfinity(a, ao) && isInfinity(c, co);
        }
        long[] t = new long[4 * n];
        field.square(a, ao + 2 * n, t, 0);
        field.square(c, co + 2 * n, t, n);
        field.mul(a, ao, t, n, t, 2 * n);
        field.mul(c, co, t, 0, t, 3 * n);
        if (!field.isEqual(t, 2 * n, t, 3 * n)) {
            return false;
        }
        field.mul(t, 0, a, ao + 2 * n, t, 0);
        field.mul(t, n, c, co + 2 * n, t, n);
        field.mul(a, ao + n, t, n, t, 2 * n);
        field.mul(c, co + n, t, 0, t, 3 * n);
        return field.isEqual(t, 2 * n, t, 3 * n);
    }

    void dbl(long[] a, int ao, long[] out, int oo) {
        if (isInfinity(a, ao)) {
            Arrays.fill(out, oo, oo + 3 * n, 0);
            return;
        }
        long[] t = new long[5 * n];
        int xx = 0;
        int yy = n;
        int yyyy = 2 * n;
        int d = 3 * n;
        int e = 4 * n;
        field.square(a, ao, t, xx);
        field.square(a, ao + n, t, yy);
        field.square(t, yy, t, yyyy);
        field.add(a, ao, t, yy, t, d);
        field.square(t, d, t, d);
        field.sub(t, d, t, xx, t, d);
        field.sub(t, d, t, yyyy, t, d);
        field.add(t, d, t, d, t, d);
        field.add(t, xx, t, xx, t, e);
        field.add(t, e, t, xx, t, e);
        field.mul(a, ao + n, a, ao + 2 * n, out, oo + 2 * n);
        field.add(out, oo + 2 * n, out, oo + 2 * n, out, oo + 2 * n);
        field.square(t, e, out, oo);
        field.sub(out, oo, t, d, out, oo);
        field.sub(out, oo, t, d, out, oo);
        field.sub(t, d, out, oo, t, d);
        field.mul(t, e, t, d, out, oo + n);
        for (int i = 0; i < 3; i++) {
            field.add(t, yyyy, t, yyyy, t, yyyy);
        }
        field.sub(out, oo + n, t, yyyy, out, oo + n);
    }

    void add(long[] a, int ao, long[] c, int co, long[] out, int oo) {
        if (isInfinity(a, ao)) {
            System.arraycopy(c, co, out, oo, 3 * n);
            return;
        }
        if (isInfinity(c, co)) {
            System.arraycopy(a, ao, out, oo, 3 * n);
            return;
        }
        long[] t = new long[7 * n];
        int zz1 = 0;
        int zz2 = n;
        int u1 = 2 * n;
        int h = 3 * n;
        int s1 = 4 * n;
        int r = 5 * n;
        field.square(a, ao + 2 * n, t, zz1);
        field.square(c, co + 2 * n, t, zz2);
        field.mul(a, ao, t, zz2, t, u1);
        field.mul(c, co, t, zz1, t, h);
        field.sub(t, h, t, u1, t, h);
        field.mul(a, ao + n, c, co + 2 * n, t, s1);
        field.mul(t, s1, t, zz2, t, s1);
        field.mul(c, co + n, a, ao + 2 * n, t, r);
        field.mul(t, r, t, zz1, t, r);
        field.sub(t, r, t, s1, t, r);
        if (field.isZero(t, h)) {
            addWithEqualX(a, ao, field.isZero(t, r), out, oo);
            return;
        }
        field.add(a, ao + 2 * n, c, co + 2 * n, t, 6 * n);
        field.square(t, 6 * n, t, 6 * n);
        field.sub(t, 6 * n, t, zz1, t, 6 * n);
        field.sub(t, 6 * n, t, zz2, t, 6 * n);
        field.mul(t, 6 * n, t, h, out, oo + 2 * n);
        finishAddition(t, u1, h, s1, r, out, oo);
    }

    /** Adds the affine point x, y at c (never infinity) to the Jacobian point a. */
    void addAffine(long[] a, int ao, long[] c, int co, long[] out, int oo) {
        if (isInfinity(a, ao)) {
            System.arraycopy(c, co, out, oo, 2 * n);
            field.setOne(out, oo + 2 * n);
            return;
        }
        long[] t = new long[7 * n];
        int zz1 = 0;
        int u1 = 2 * n;
        int h = 3 * n;
        int s1 = 4 * n;
        int r = 5 * n;
        field.square(a, ao + 2 * n, t, zz1);
        System.arraycopy(a, ao, t, u1, n);
        System.arraycopy(a, ao + n, t, s1, n);
        field.mul(c, co, t, zz1, t, h);
        field.sub(t, h, t, u1, t, h);
        field.mul(c, co + n, a, ao + 2 * n, t, r);
        field.mul(t, r, t, zz1, t, r);
        field.sub(t, r, t, s1, t, r);
        if (field.isZero(t, h)) {
            addWithEqualX(a, ao, field.isZero(t, r), out, oo);
            return;
        }
        field.mul(a, ao + 2 * n, t, h, out, oo + 2 * n);
        field.add(out, oo + 2 * n, out, oo + 2 * n, out, oo + 2 * n);
        finishAddition(t, u1, h, s1, r, out, oo);
    }

    private void addWithEqualX(long[] a, int ao, boolean equal, long[] out, int oo) {
        if (equal) {
            dbl(a, ao, out, oo);
        } else {
            Arrays.fill(out, oo, oo + 3 * n, 0);
        }
    }

    /** X and Y of a sum from U1, H, S1 and S2 - S1; the first two elements of t are free. */
    private void finishAddition(long[] t, int u1, int h, int s1, int r, long[] out, int oo) {
        int i = 0;
        int j = n;
        field.add(t, h, t, h, t, i);
        field.square(t, i, t, i);
        field.mul(t, h, t, i, t, j);
        field.add(t, r, t, r, t, r);
        field.mul(t, u1, t, i, t, i);
        field.square(t, r, out, oo);
        field.sub(out, oo, t, j, out, oo);
        field.sub(out, oo, t, i, out, oo);
        field.sub(out, oo, t, i, out, oo);
        field.sub(t, i, out, oo, t, i);
        field.mul(t, s1, t, j, t, j);
        field.add(t, j, t, j, t, j);
        field.mul(t, r, t, i, t, i);
        field.sub(t, i, t, j, out, oo + n);
    }

    void negate(long[] a, int ao, long[] out, int oo) {
        System.arraycopy(a, ao, out, oo, n);
        field.negate(a, ao + n, out, oo + n);
        System.arraycopy(a, ao + 2 * n, out, oo + 2 * n, n);
    }

    /** Left-to-right double and add with a non-negative multiplier of any length. */
    long[] multiply(long[] a, int ao, BigInteger multiplier) {
        long[] sum = new long[3 * n];
        for (int i = multiplier.bitLength() - 1; i >= 0; i--) {
            dbl(sum, 0, sum, 0);
            if (multiplier.testBit(i)) {
                add(sum, 0, a, ao, sum, 0);
            }
        }
        return sum;
    }
}
