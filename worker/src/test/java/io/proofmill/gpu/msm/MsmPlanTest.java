package io.proofmill.gpu.msm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.math.BadInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class MsmPlanTest {
    private static final MsmDevice H200 = new MsmDevice(132, 232_448);
    private static final long FNV_OFFSET = 1469598103934665603L;
    private static final long FNV_PRIME = 1099511628211L;

    @ParameterizedTest
    @CsvFileSource(resources = "/io/proofmill/gpu/msm-plans.csv")
    void the_plan_is_the_one_that_the_kernels_expect(
            PointGroup group,
            long bases,
            long dense,
            long units,
            long limit,
            int tables,
            int windowBits,
            int windowCount,
            int setCount,
            int groupSets,
            long scratch,
            int launches,
            String digest) {
        MsmPlan plan = new MsmPlan(new MsmSize(group, bases, dense, units, tables(group, dense, tables), H200, limit));

        assertThat(plan.windowBits()).isEqualTo(windowBits);
        assertThat(plan.windowCount()).isEqualTo(windowCount);
        assertThat(plan.setCount()).isEqualTo(setCount).isLessThan(MsmPlan.MAX_RESULT_POINTS);
        assertThat(plan.groupSets()).isEqualTo(groupSets);
        assertThat(plan.scratchBytes()).isEqualTo(scratch);
        MsmProblem problem = new MsmProblem(0x1000, bases, 0x2000, bases, 0x3000, 0x4000);
        assertThat(plan.launches(problem, 0x100000)).hasSize(launches);
        assertThat(digest(plan, problem)).isEqualTo(digest);
    }

    @Test
    void an_msm_whose_references_need_more_than_31_bits_is_refused() {
        MsmSize size = MsmSize.largest(PointGroup.BLS12_381_G1, 1L << 30, MsmTables.NONE, H200, MsmSize.USEFUL_SCRATCH);

        assertThatThrownBy(() -> new MsmPlan(size))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("1073741824 points");
    }

    private static MsmTables tables(PointGroup group, long dense, int count) {
        return count == 1 ? MsmTables.NONE : MsmTables.of(group, dense, count);
    }

    private static String digest(MsmPlan plan, MsmProblem problem) {
        long hash = FNV_OFFSET;
        for (MsmLaunch launch : plan.launches(problem, 0x100000)) {
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
