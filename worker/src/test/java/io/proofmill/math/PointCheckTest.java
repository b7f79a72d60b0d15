package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.List;
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
