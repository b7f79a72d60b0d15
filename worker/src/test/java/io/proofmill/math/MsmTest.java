package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MsmTest {
    static Stream<Group> groups() {
        return GroupTest.groups();
    }

    @ParameterizedTest
    @MethodSource("groups")
    void sums_of_awkward_lengths_have_the_known_logarithm(Group group) {
        for (int n : new int[] {0, 1, 2, 31, 64, 65, 127, 600}) {
            check(group, logarithms(group, n), logarithms(group, n, Samples.SEED + n));
        }
    }

    @ParameterizedTest
    @MethodSource("groups")
    void extreme_scalars_are_summed(Group group) {
        BigInteger last = group.order().subtract(BigInteger.ONE);
        for (BigInteger scalar : List.of(BigInteger.ZERO, BigInteger.ONE, BigInteger.TWO, last)) {
            check(group, logarithms(group, 40), Collections.nCopies(40, scalar));
        }
    }

    @ParameterizedTest
    @MethodSource("groups")
    void equal_opposite_and_infinite_points_meet_in_one_bucket(Group group) {
        BigInteger five = BigInteger.valueOf(5);
        List<BigInteger> logarithms = new ArrayList<>(Collections.nCopies(17, five));
        logarithms.addAll(Collections.nCopies(9, group.order().subtract(five)));
        logarithms.addAll(Collections.nCopies(5, BigInteger.ZERO));
        BigInteger scalar = logarithms(group, 1).getFirst();
        check(group, logarithms, Collections.nCopies(logarithms.size(), scalar));
        check(group, logarithms, Collections.nCopies(logarithms.size(), BigInteger.ONE));
        check(group, Collections.nCopies(6, BigInteger.ZERO), logarithms(group, 6));
        List<BigInteger> balanced =
                List.of(five, group.order().subtract(five), five, group.order().subtract(five));
        check(group, balanced, Collections.nCopies(4, scalar));
    }

    @ParameterizedTest
    @MethodSource("groups")
    void cancelled_work_stops(Group group) {
        List<BigInteger> ten = logarithms(group, 10);
        assertThatThrownBy(() -> Msm.of(group).sum(Samples.points(group, ten), Samples.scalars(ten), 10, () -> true))
                .isInstanceOf(CancellationException.class);
    }

    private static void check(Group group, List<BigInteger> logarithms, List<BigInteger> scalars) {
        BigInteger expected = BigInteger.ZERO;
        for (int i = 0; i < scalars.size(); i++) {
            expected = expected.add(scalars.get(i).multiply(logarithms.get(i)));
        }
        MemorySegment points = Samples.points(group, logarithms);
        MemorySegment multipliers = Samples.scalars(scalars);
        int n = scalars.size();
        Point known = group.generator().times(expected.mod(group.order()));
        String what = "sum of " + n + " terms, seed " + Samples.SEED;
        assertThat(new JacobianMsm(group).sum(points, multipliers, n, Work.UNATTENDED))
                .as(what)
                .isEqualTo(known);
        if (Lanes.available()) {
            assertThat(new LaneMsm(group).sum(points, multipliers, n, Work.UNATTENDED))
                    .as(what + ", in lanes")
                    .isEqualTo(known);
        }
        assertThat(Msm.of(group).sum(points, multipliers, n, Work.UNATTENDED)).isEqualTo(known);
    }

    private static List<BigInteger> logarithms(Group group, int count) {
        return logarithms(group, count, Samples.SEED);
    }

    private static List<BigInteger> logarithms(Group group, int count, long seed) {
        Random source = new Random(seed);
        return Stream.generate(() -> new BigInteger(300, source).mod(group.order()))
                .limit(count)
                .toList();
    }
}
