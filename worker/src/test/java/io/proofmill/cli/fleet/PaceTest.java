package io.proofmill.cli.fleet;

import static io.proofmill.cli.fleet.EventScript.event;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaceTest {
    private final FleetHistory history = new FleetHistory();
    private final EventScript script = new EventScript(history);

    @Test
    void durations_are_told_by_circuit_and_failures_are_not_among_them() {
        script.proved("a", "w1", 0, 1_000).proved("b", "w1", 1_000, 4_000);
        script.tell(
                event("c", "w1", 0, "accepted", 4_000),
                event("c", "w1", 1, "retried", 90_000).setReasonCode("DEVICE_FAULT"));
        assertThat(Pace.of(history).circuits()).containsExactly(new Pace.Measured("cubic", 2, 2.0, 1.0, 3.0, 3.0));
    }

    @Test
    void a_workers_slots_are_the_most_attempts_that_it_had_under_way_at_once() {
        script.proved("a", "w1", 0, 100).proved("b", "w1", 50, 150).proved("c", "w1", 150, 200);
        script.proved("d", "w2", 0, 100).proved("e", "w2", 100, 200);
        Pace pace = Pace.of(history);
        assertThat(pace.slotsOf("w1")).isEqualTo(2);
        assertThat(pace.slotsOf("w2")).isEqualTo(1);
        assertThat(pace.slotsOf("unseen")).isEqualTo(1);
    }

    @Test
    void the_time_left_shares_what_waits_and_what_is_left_of_the_running_among_all_slots() {
        script.proved("a", "w1", 0, 10_000).proved("b", "w2", 0, 10_000);
        Pace pace = Pace.of(history);
        assertThat(pace.remaining(9, List.of(Duration.ofSeconds(4), Duration.ofSeconds(6)), List.of("w1", "w2")))
                .contains(Duration.ofSeconds(50));
        assertThat(pace.remaining(1, List.of(), List.of("w1", "w2"))).contains(Duration.ofSeconds(10));
        assertThat(pace.remaining(0, List.of(Duration.ofSeconds(4)), List.of("w1", "w2")))
                .contains(Duration.ofSeconds(6));
        assertThat(pace.remaining(0, List.of(Duration.ofSeconds(99)), List.of("w1")))
                .contains(Duration.ZERO);
    }

    @Test
    void the_time_left_is_unknown_without_a_measurement_or_without_a_worker_and_nothing_without_work() {
        Pace blank = Pace.of(history);
        assertThat(blank.remaining(3, List.of(), List.of("w1"))).isEmpty();
        assertThat(blank.remaining(0, List.of(), List.of("w1"))).contains(Duration.ZERO);
        script.proved("a", "w1", 0, 10_000);
        assertThat(Pace.of(history).remaining(3, List.of(), List.of())).isEmpty();
    }
}
