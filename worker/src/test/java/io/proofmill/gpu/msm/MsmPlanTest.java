package io.proofmill.gpu.msm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.gpu.KernelPlans;
import io.proofmill.math.BadInputException;
import java.util.List;
import org.junit.jupiter.api.Test;

class MsmPlanTest {
    private static final MsmDevice H200 = new MsmDevice(132, 232_448);
    private static final long FNV_OFFSET = 1469598103934665603L;
    private static final long FNV_PRIME = 1099511628211L;

    @Test
    void plans_are_the_ones_that_the_kernels_expect() throws Exception {
        List<String[]> lines = KernelPlans.of("msm_plans");
        assertThat(lines).hasSizeGreaterThan(100);
        assertThat(lines)
                .allSatisfy(line -> assertThat(String.join(",", planned(line))).isEqualTo(String.join(",", line)));
    }

    /** The line as the Java plan would print it. */
    private static List<String> planned(String[] line) {
        PointGroup group = PointGroup.valueOf(line[0]);
        long bases = Long.parseLong(line[1]);
        long dense = Long.parseLong(line[2]);
        long units = Long.parseLong(line[3]);
        long limit = Long.parseLong(line[4]);
        int tableCount = Integer.parseInt(line[5]);
        MsmTables tables = tableCount == 1 ? MsmTables.NONE : MsmTables.of(group, dense, tableCount);
        MsmPlan plan = new MsmPlan(new MsmSize(group, bases, dense, units, tables, H200, limit));
        List<MsmLaunch> launches =
                plan.launches(new MsmProblem(0x1000, bases, 0x2000, bases, 0x3000, 0x4000), 0x100000);
        return List.of(
                line[0],
                line[1],
                line[2],
                line[3],
                line[4],
                line[5],
                Integer.toString(plan.windowBits()),
                Integer.toString(plan.windowCount()),
                Integer.toString(plan.setCount()),
                Integer.toString(plan.groupSets()),
                Long.toString(plan.scratchBytes()),
                Integer.toString(launches.size()),
                digest(launches));
    }

    @Test
    void an_msm_whose_references_need_more_than_31_bits_is_refused() {
        MsmSize size = MsmSize.largest(PointGroup.BLS12_381_G1, 1L << 30, MsmTables.NONE, H200, MsmSize.USEFUL_SCRATCH);

        assertThatThrownBy(() -> new MsmPlan(size))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("1073741824 points");
    }

    private static String digest(List<MsmLaunch> launches) {
        long hash = FNV_OFFSET;
        for (MsmLaunch launch : launches) {
            for (int i = 0; i < launch.kernel().length(); i++) {
                hash = add(hash, launch.kernel().charAt(i));
            }
            hash = add(hash, launch.shape().blocks());
            hash = add(hash, launch.shape().rows());
            hash = add(hash, launch.shape().threads());
            hash = add(hash, launch.shape().sharedBytes());
            hash = add(hash, launch.step());
            for (long word : launch.frame().words()) {
                hash = add(hash, word);
            }
        }
        return "%016x".formatted(hash);
    }

    private static long add(long hash, long word) {
        long mixed = hash;
        for (int i = 0; i < Long.BYTES; i++) {
            mixed = (mixed ^ (word >>> (8 * i) & 255)) * FNV_PRIME;
        }
        return mixed;
    }
}
