package io.proofmill.gpu.msm;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.math.Group;
import io.proofmill.math.Point;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WindowSumsTest {
    @ParameterizedTest
    @EnumSource(PointGroup.class)
    void windows_are_weighted_by_powers_of_two_and_the_last_point_by_one(PointGroup points) {
        Group group = points.group();
        Point g = group.generator();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment sums = arena.allocate(4L * points.pointBytes(), 16);
            int[] multiples = {3, 0, 5, 7};
            for (int i = 0; i < multiples.length; i++) {
                g.times(BigInteger.valueOf(multiples[i])).write(sums, (long) i * points.pointBytes());
            }

            Point sum = WindowSums.combine(points, sums, 4, 3);

            assertThat(sum).isEqualTo(g.times(BigInteger.valueOf(3 + 5 * 256 + 7)));
        }
    }
}
