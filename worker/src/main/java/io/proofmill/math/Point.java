package io.proofmill.math;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** One point of a {@link Group}, immutable. For a handful of points; vectors of points stay packed in a {@link MemorySegment}. */
public final class Point {
    private final Group group;
    private final long[] xyz;

    /** Takes ownership of the Jacobian window. */
    Point(Group group, long[] xyz) {
        this.group = group;
        this.xyz = xyz;
    }

    public Group group() {
        return group;
    }

    public boolean isInfinity() {
        return group.isInfinity(xyz, 0);
    }

    public boolean isOnCurve() {
        return group.isOnCurve(xyz, 0);
    }

    /** Whether the point lies in the subgroup of prime order; it must lie on the curve. */
    public boolean isInSubgroup() {
        return group.isInSubgroup(affine());
    }

    public Point add(Point other) {
        long[] sum = new long[xyz.length];
        group.add(xyz, 0, other.xyz, 0, sum, 0);
        return new Point(group, sum);
    }

    public Point subtract(Point other) {
        return add(other.negate());
    }

    public Point twice() {
        long[] sum = new long[xyz.length];
        group.dbl(xyz, 0, sum, 0);
        return new Point(group, sum);
    }

    public Point negate() {
        long[] negated = new long[xyz.length];
        group.negate(xyz, 0, negated, 0);
        return new Point(group, negated);
    }

    /** The multiple by an integer of either sign. */
    public Point times(BigInteger multiplier) {
        Point product = new Point(group, group.multiply(xyz, 0, multiplier.abs()));
        return multiplier.signum() < 0 ? product.negate() : product;
    }

    /** The multiple by the canonical 32-byte little-endian scalar at a byte offset. */
    public Point times(MemorySegment scalars, long offset) {
        return times(Scalars.read(scalars, offset));
    }

    /** Canonical affine coordinates: x, y over Fp; x.c0, x.c1, y.c0, y.c1 over Fp2; all zero for infinity. */
    public List<BigInteger> coordinates() {
        long[] affine = affine();
        Field field = group.field();
        return Stream.of(field.toCanonical(affine, 0), field.toCanonical(affine, field.words()))
                .flatMap(Arrays::stream)
                .toList();
    }

    /** Writes the packed affine form, {@link Group#pointBytes()} bytes. */
    public void write(MemorySegment to, long offset) {
        MemorySegment.copy(
                affine(), 0, to, Field.WORD, offset, 2 * group.field().words());
    }

    /** X, Y, Z with Z one, or all zero for infinity; a copy. */
    long[] affine() {
        long[] affine = xyz.clone();
        group.normalise(affine, 0);
        return affine;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Point point && point.group == group && group.isEqual(xyz, 0, point.xyz, 0);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(affine());
    }

    @Override
    public String toString() {
        return isInfinity() ? "infinity" : coordinates().toString();
    }
}
