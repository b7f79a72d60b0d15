package io.proofmill.gpu.ntt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.gpu.KernelPlans;
import io.proofmill.gpu.ntt.NttPlan.Flow;
import io.proofmill.gpu.ntt.NttPlan.Pass;
import java.util.List;
import org.junit.jupiter.api.Test;

class NttPlanTest {
    @Test
    void plans_are_the_ones_that_the_kernels_expect() throws Exception {
        List<String[]> lines = KernelPlans.of("ntt_plans");
        assertThat(lines).hasSize(NttPlan.MAX_LOG);
        assertThat(lines)
                .allSatisfy(
                        line -> assertThat(planned(Integer.parseInt(line[0]))).isEqualTo(String.join(",", line)));
    }

    private static String planned(int log) {
        NttPlan plan = new NttPlan(log);
        StringBuilder line = new StringBuilder()
                .append(log)
                .append(',')
                .append(plan.logDirect())
                .append(',')
                .append(plan.tiles())
                .append(',')
                .append(NttPlan.PASS_THREADS);
        for (Pass pass : plan.passes(Flow.DECIMATION_IN_FREQUENCY)) {
            line.append(',').append(pass.logBlock()).append(',').append(pass.logRadix());
        }
        return line.toString();
    }

    @Test
    void decimation_in_time_runs_the_same_passes_backwards() {
        assertThat(new NttPlan(24).passes(Flow.DECIMATION_IN_TIME))
                .containsExactly(new Pass(8, 8), new Pass(16, 8), new Pass(24, 8));
    }

    @Test
    void every_size_is_cut_without_a_rest() {
        for (int log = 1; log <= NttPlan.MAX_LOG; log++) {
            NttPlan plan = new NttPlan(log);
            assertThat(plan.passes(Flow.DECIMATION_IN_FREQUENCY).stream()
                            .mapToInt(Pass::logRadix)
                            .sum())
                    .isEqualTo(log);
            assertThat(plan.passes(Flow.DECIMATION_IN_FREQUENCY)).allMatch(pass -> pass.logRadix() <= 10);
        }
    }

    @Test
    void tables_take_128_mib_at_most() {
        assertThat(new NttPlan(22).tableBytes()).isEqualTo(131_072 + 32 * ((1 << 22) + 1));
        assertThat(new NttPlan(28).tableBytes()).isEqualTo(131_072 + 32 * ((1 << 18) + (1 << 10)));
        assertThat(new NttPlan(4).tableBytes()).isEqualTo(131_072 + 32 * 17);
    }

    @Test
    void sizes_out_of_range_are_refused() {
        assertThatThrownBy(() -> new NttPlan(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new NttPlan(29)).isInstanceOf(IllegalArgumentException.class);
    }
}
