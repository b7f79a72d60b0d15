package io.proofmill.gpu.ntt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.gpu.ntt.NttPlan.Flow;
import io.proofmill.gpu.ntt.NttPlan.Pass;
import org.junit.jupiter.api.Test;

class NttPlanTest {
    @Test
    void passes_take_at_most_ten_bits_as_equal_as_can_be() {
        assertThat(new NttPlan(10).passes(Flow.DECIMATION_IN_FREQUENCY)).containsExactly(new Pass(10, 10));
        assertThat(new NttPlan(11).passes(Flow.DECIMATION_IN_FREQUENCY))
                .containsExactly(new Pass(11, 6), new Pass(5, 5));
        assertThat(new NttPlan(28).passes(Flow.DECIMATION_IN_FREQUENCY))
                .containsExactly(new Pass(28, 10), new Pass(18, 9), new Pass(9, 9));
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
