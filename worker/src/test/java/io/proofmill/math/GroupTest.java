package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GroupTest {
    static Stream<Group> groups() {
        return Stream.of(CurveId.values()).map(Curve::of).flatMap(curve -> Stream.of(curve.g1(), curve.g2()));
    }

    @ParameterizedTest
    @MethodSource("groups")
    void the_generator_has_the_groups_order(Group group) {
        Point g = group.generator();
        assertThat(g.isOnCurve()).isTrue();
        assertThat(g.isInSubgroup()).isTrue();
        assertThat(g.times(group.order().subtract(BigInteger.ONE))).isEqualTo(g.negate());
        assertThat(g.times(group.order()).isInfinity()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("groups")
    void addition_handles_infinity_equal_and_opposite_points(Group group) {
        Point g = group.generator();
        Point infinity = group.infinity();
        assertThat(g.add(infinity)).isEqualTo(g);
        assertThat(infinity.add(g)).isEqualTo(g);
        assertThat(infinity.add(infinity)).isEqualTo(infinity);
        assertThat(g.add(g)).isEqualTo(g.twice());
        assertThat(g.add(g.negate())).isEqualTo(infinity);
        assertThat(infinity.twice()).isEqualTo(infinity);
        assertThat(g.twice().add(g)).isEqualTo(g.add(g.twice())).isEqualTo(g.times(BigInteger.valueOf(3)));
        assertThat(g.twice().isOnCurve()).isTrue();
        assertThat(g.times(BigInteger.valueOf(-5)).add(g.times(BigInteger.valueOf(5))))
                .isEqualTo(infinity);
    }

    @ParameterizedTest
    @MethodSource("groups")
    void mixed_addition_agrees_with_full_addition(Group group) {
        long[] affine = group.generator().affine();
        long[] sum = new long[group.jacobianWords()];
        Point expected = group.infinity();
        for (int i = 0; i < 6; i++) {
            group.addAffine(sum, 0, affine, 0, sum, 0);
            expected = expected.add(group.generator());
            assertThat(new Point(group, sum.clone())).isEqualTo(expected);
        }
        long[] negated = group.generator().negate().affine();
        for (int i = 0; i < 6; i++) {
            group.addAffine(sum, 0, negated, 0, sum, 0);
        }
        assertThat(group.isInfinity(sum, 0)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("groups")
    void a_packed_point_is_read_back(Group group) {
        MemorySegment segment = Arena.ofAuto().allocate(2L * group.pointBytes() + 3, 8);
        Point point = group.generator().times(BigInteger.valueOf(77));
        point.write(segment, 3);
        assertThat(group.read(segment, 3)).isEqualTo(point);
        assertThat(group.isCanonical(segment, 3)).isTrue();
        group.infinity().write(segment, 3);
        assertThat(group.read(segment, 3).isInfinity()).isTrue();
        assertThat(group.point(point.coordinates().toArray(BigInteger[]::new))).isEqualTo(point);
    }

    @ParameterizedTest
    @MethodSource("groups")
    void coordinates_must_be_canonical(Group group) {
        BigInteger[] coordinates = group.generator().coordinates().toArray(BigInteger[]::new);
        coordinates[1] = coordinates[1].add(group.prime().modulus());
        assertThatThrownBy(() -> group.point(coordinates)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> group.point(BigInteger.ONE)).hasMessageContaining("coordinates, not 1");
    }

    @ParameterizedTest
    @MethodSource("groups")
    void a_point_off_the_curve_is_told(Group group) {
        BigInteger[] coordinates = group.generator().coordinates().toArray(BigInteger[]::new);
        coordinates[0] = coordinates[0].add(BigInteger.ONE);
        assertThat(group.point(coordinates).isOnCurve()).isFalse();
    }
}
