package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FixedBaseTest {
    static Stream<Group> groups() {
        return GroupTest.groups();
    }

    @ParameterizedTest
    @MethodSource("groups")
    void multiples_agree_with_double_and_add(Group group) {
        List<BigInteger> scalars = Stream.concat(
                        Samples.elements(Curve.of(CurveId.BN254).fr(), 4).stream(),
                        Stream.of(BigInteger.valueOf(256), BigInteger.ONE.shiftLeft(248)))
                .map(x -> x.mod(group.order()))
                .toList();
        check(group, scalars);
    }

    @ParameterizedTest
    @MethodSource("groups")
    void long_vectors_of_multiples_agree_too(Group group) {
        check(
                group,
                Collections.nCopies(
                                200, Samples.elements(Curve.of(CurveId.BN254).fr(), 0))
                        .stream()
                        .flatMap(List::stream)
                        .map(x -> x.mod(group.order()))
                        .toList());
    }

    private static void check(Group group, List<BigInteger> scalars) {
        MemorySegment points = Samples.points(group, scalars);
        for (int i = 0; i < Math.min(10, scalars.size()); i++) {
            assertThat(group.read(points, (long) i * group.pointBytes()))
                    .as("multiple by %s", scalars.get(i))
                    .isEqualTo(group.generator().times(scalars.get(i)));
        }
        assertThat(group.read(points, (scalars.size() - 1L) * group.pointBytes()))
                .isEqualTo(group.generator().times(scalars.getLast()));
    }
}
