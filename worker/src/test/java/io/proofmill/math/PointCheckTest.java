package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PointCheckTest {
    static Stream<Group> groups() {
        return GroupTest.groups();
    }

    @ParameterizedTest
    @MethodSource("groups")
    void multiples_of_the_generator_and_infinity_pass(Group group) {
        assertThat(PointCheck.of(group).firstFailure(points(group), 20, Work.UNATTENDED))
                .isEmpty();
        assertThat(PointCheck.of(group).firstFailure(points(group), 0, Work.UNATTENDED))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("groups")
    void the_first_bad_point_is_named(Group group) {
        MemorySegment points = points(group);
        corrupt(group, points, 13);
        corrupt(group, points, 17);
        assertThat(PointCheck.of(group).firstFailure(points, 20, Work.UNATTENDED))
                .contains(new PointCheck.Failure(13, PointCheck.Fault.NOT_ON_CURVE));
    }

    @ParameterizedTest
    @MethodSource("groups")
    void a_coordinate_above_the_prime_is_told(Group group) {
        MemorySegment points = points(group);
        PrimeField prime = group.prime();
        prime.write(prime.limbsOf(prime.modulus()), 0, points, 4L * group.pointBytes());
        assertThat(PointCheck.of(group).firstFailure(points, 20, Work.UNATTENDED))
                .contains(new PointCheck.Failure(4, PointCheck.Fault.NOT_CANONICAL));
    }

    @ParameterizedTest
    @MethodSource("groups")
    void a_point_outside_the_subgroup_is_told(Group group) {
        Optional<Point> stray = pointOutsideSubgroup(group);
        assumeTrue(stray.isPresent(), "every point of the curve is in the subgroup");
        Point outside = stray.orElseThrow();
        assertThat(outside.isOnCurve()).isTrue();
        assertThat(outside.times(group.order()).isInfinity()).isFalse();
        assertThat(outside.isInSubgroup()).isFalse();
        MemorySegment points = points(group);
        outside.add(group.generator()).write(points, 18L * group.pointBytes());
        assertThat(PointCheck.of(group).firstFailure(points, 20, Work.UNATTENDED))
                .contains(new PointCheck.Failure(18, PointCheck.Fault.NOT_IN_SUBGROUP));
        corrupt(group, points, 17);
        assertThat(PointCheck.of(group).firstFailure(points, 20, Work.UNATTENDED))
                .contains(new PointCheck.Failure(17, PointCheck.Fault.NOT_ON_CURVE));
    }

    @ParameterizedTest
    @MethodSource("groups")
    void infinity_is_in_the_subgroup(Group group) {
        assertThat(group.infinity().isInSubgroup()).isTrue();
    }

    /** A point of the curve times the group's order, if that is not infinity, lies outside the subgroup (but for its share of it). */
    private static Optional<Point> pointOutsideSubgroup(Group group) {
        BigInteger p = group.prime().modulus();
        for (int x = 1; x < 50; x++) {
            BigInteger value = BigInteger.valueOf(x);
            Optional<Point> point = group.field().degree() == 1 ? liftX(group, p, value) : liftTwistX(group, p, value);
            if (point.isPresent() && !point.get().times(group.order()).isInfinity()) {
                return point;
            }
        }
        return Optional.empty();
    }

    private static Optional<Point> liftX(Group group, BigInteger p, BigInteger x) {
        BigInteger b = group.prime().toBigInteger(group.b(), 0);
        BigInteger square = x.pow(3).add(b).mod(p);
        BigInteger y = square.modPow(p.add(BigInteger.ONE).shiftRight(2), p);
        return y.multiply(y).mod(p).equals(square) ? Optional.of(group.point(x, y)) : Optional.empty();
    }

    /** Square root in Fp2 for p = 3 (mod 4), by the square roots of the norm and of its half-sum with c0. */
    private static Optional<Point> liftTwistX(Group group, BigInteger p, BigInteger x) {
        BigInteger[] b = group.field().toCanonical(group.b(), 0);
        BigInteger c0 = x.pow(3).add(b[0]).mod(p);
        BigInteger c1 = b[1];
        BigInteger exponent = p.add(BigInteger.ONE).shiftRight(2);
        BigInteger norm = c0.pow(2).add(c1.pow(2)).mod(p).modPow(exponent, p);
        for (BigInteger root : List.of(norm, norm.negate())) {
            BigInteger y0 =
                    c0.add(root).multiply(BigInteger.TWO.modInverse(p)).mod(p).modPow(exponent, p);
            if (y0.signum() != 0) {
                BigInteger y1 = c1.multiply(y0.shiftLeft(1).modInverse(p)).mod(p);
                Point point = group.point(x, BigInteger.ZERO, y0, y1);
                if (point.isOnCurve()) {
                    return Optional.of(point);
                }
            }
        }
        return Optional.empty();
    }

    private static MemorySegment points(Group group) {
        List<BigInteger> logarithms =
                IntStream.range(0, 20).mapToObj(BigInteger::valueOf).toList();
        return Samples.points(group, logarithms);
    }

    private static void corrupt(Group group, MemorySegment points, int index) {
        long offset = (long) index * group.pointBytes();
        points.set(Field.WORD, offset, points.get(Field.WORD, offset) ^ 1);
    }
}
