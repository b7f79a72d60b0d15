package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import java.math.BigInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * C2 compiles the lane multiplication well or not at all: a body too large, or a call that it does not inline, costs a factor of ten and more, and nothing
 * else tells. Compared with the plain multiplication in the same thread, so that a busy machine slows both.
 */
@Tag("slow")
class LaneCliffTest {
    private static final int CALLS = 20_000;
    private static final int ROUNDS = 60;

    static Stream<PrimeField> fields() {
        return PrimeFieldTest.fields();
    }

    @ParameterizedTest
    @MethodSource("fields")
    void a_multiplication_in_lanes_is_at_least_twice_as_fast_as_one_at_a_time(PrimeField field) {
        assumeTrue(Lanes.available(), Lanes.description());
        PrimeLanes lanes = field.lanes();
        long[] t = new long[2 * lanes.blockWords()];
        BigInteger half = field.modulus().shiftRight(1);
        lanes.fill(half, t, 0);
        lanes.fill(half, t, lanes.blockWords());
        double inLanes = best(() -> lanes.mul(t, 0, t, lanes.blockWords(), t, 0)) / PrimeLanes.WIDTH;
        field.fromBigInteger(half, t, 0);
        field.fromBigInteger(half, t, field.limbs());
        double oneAtATime = best(() -> field.mul(t, 0, t, field.limbs(), t, 0));
        assertThat(inLanes)
                .as("%.1f ns in lanes, %.1f ns one at a time", inLanes, oneAtATime)
                .isLessThan(oneAtATime / 2);
    }

    /** The best round's nanoseconds of this thread's CPU time a call. */
    private static double best(Runnable multiplication) {
        long best = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            for (int i = 0; i < CALLS; i++) {
                multiplication.run();
            }
            best = Math.min(best, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start);
        }
        return (double) best / CALLS;
    }
}
