package io.proofmill.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.gpu.memory.MemoryPlan.KeyPlace;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import org.junit.jupiter.api.Test;

class MemoryPlannerTest {
    private static final long GIB = 1L << 30;
    private final MemoryPlanner planner = new MemoryPlanner(16 * GIB, 2);

    @Test
    void two_jobs_are_planned_when_key_and_both_fit_exactly() {
        assertThat(planner.plan(new Footprint("x", 4 * GIB, 6 * GIB, 7 * GIB)))
                .isEqualTo(new MemoryPlan(KeyPlace.RESIDENT, 2, 6 * GIB));
    }

    @Test
    void one_job_is_planned_when_two_do_not_fit() {
        assertThat(planner.plan(new Footprint("x", 4 * GIB + 1, 6 * GIB, 7 * GIB)))
                .isEqualTo(new MemoryPlan(KeyPlace.RESIDENT, 1, 6 * GIB));
    }

    @Test
    void the_key_is_streamed_when_it_does_not_fit_beside_one_job() {
        assertThat(planner.plan(new Footprint("x", 44 * GIB, 6 * GIB, 7 * GIB)))
                .isEqualTo(new MemoryPlan(KeyPlace.STREAMED, 2, 7 * GIB));
        assertThat(planner.plan(new Footprint("x", 44 * GIB, 12 * GIB, 13 * GIB)))
                .isEqualTo(new MemoryPlan(KeyPlace.STREAMED, 1, 13 * GIB));
    }

    @Test
    void what_fits_in_no_way_is_refused_with_the_numbers() {
        assertThatThrownBy(() -> planner.plan(new Footprint("porep", 44 * GIB, 15 * GIB, 17 * GIB)))
                .isInstanceOfSatisfying(
                        BadInputException.class, e -> assertThat(e.reason()).isEqualTo(ReasonCode.TOO_LARGE))
                .hasMessage(
                        "porep does not fit the device: a job takes 18253611008 bytes even with its key of 47244640256 bytes streamed, the device has 17179869184");
    }

    @Test
    void no_jobs_per_device_is_a_usage_error() {
        assertThatThrownBy(() -> new MemoryPlanner(GIB, 0)).hasMessageContaining("gpu.jobs-per-device");
    }
}
