package io.proofmill.cli.fleet;

import static io.proofmill.cli.fleet.EventScript.at;
import static io.proofmill.cli.fleet.EventScript.event;
import static io.proofmill.cli.fleet.EventScript.worker;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FleetHistoryTest {
    private final FleetHistory history = new FleetHistory();
    private final EventScript script = new EventScript(history);

    @Test
    void a_job_is_in_flight_from_its_start_on_with_its_latest_phase_and_device() {
        script.tell(
                event("a", "w1", 0, "accepted", 0),
                event("a", "w1", 1, "synthesis", 10),
                event("a", "w1", 2, "synthesis", 30).setDurationNanos(20_000_000L),
                event("a", "w1", 3, "proving", 31).setDevice("cuda:0"),
                event("a", "w1", 4, "proving", 40).setDevice("cuda:0").setProgress(0.5));
        assertThat(RunningJob.of(history, List.of("w1"), at(1_000)))
                .containsExactly(new RunningJob(
                        "a", "cubic", 1, "w1", "b1", "cuda:0", "proving", 0.5, at(0).toString(), 1.0, false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"published", "retried", "dead-lettered", "cancelled"})
    void every_final_event_ends_the_flight_even_when_a_progress_event_comes_after_it(String phase) {
        script.tell(
                event("a", "w1", 0, "accepted", 0),
                event("a", "w1", 2, phase, 20),
                event("a", "w1", 1, "proving", 10).setProgress(0.9));
        assertThat(history.open()).isEmpty();
    }

    @Test
    void a_repeated_event_counts_once() {
        for (int i = 0; i < 2; i++) {
            script.tell(
                    event("a", "w1", 0, "accepted", 0),
                    event("a", "w1", 1, "proving", 10).setDurationNanos(5L));
        }
        assertThat(history.open())
                .singleElement()
                .satisfies(attempt -> assertThat(attempt.phaseNanos()).containsEntry("proving", 5L));
    }

    @Test
    void a_request_that_came_again_while_its_job_runs_does_not_end_the_job() {
        script.tell(
                event("a", "w1", 0, "accepted", 0),
                event("a", "w2", 0, "duplicate", 5).setAttempt(0).setMessage("it runs already"));
        assertThat(history.open()).extracting(AttemptLife::instance).containsExactly("w1");
    }

    @Test
    void a_job_taken_over_is_in_flight_once_at_the_worker_that_took_it() {
        script.tell(event("a", "w1", 0, "accepted", 0), event("a", "w2", 0, "accepted", 50));
        assertThat(history.open()).extracting(AttemptLife::instance).containsExactly("w2");
    }

    @Test
    void a_job_whose_worker_left_the_group_or_was_started_anew_has_lost_its_worker() {
        script.tell(event("a", "w1", 0, "accepted", 0), event("b", "w2", 0, "accepted", 1));
        script.tell(event("c", "w2", 0, "accepted", 60).setWorker(worker("w2", at(50))));
        assertThat(RunningJob.of(history, List.of("w2"), at(100)))
                .extracting(RunningJob::id, RunningJob::orphaned)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("a", true),
                        org.assertj.core.groups.Tuple.tuple("b", true),
                        org.assertj.core.groups.Tuple.tuple("c", false));
    }

    @Test
    void an_attempt_that_begins_again_under_its_number_is_told_from_a_repeat() {
        script.tell(
                event("a", "w1", 0, "accepted", 0),
                event("a", "w1", 1, "proving", 10),
                event("a", "w1", 0, "accepted", 70),
                event("a", "w1", 1, "proving", 80));
        assertThat(history.open()).extracting(AttemptLife::startedAt).containsExactly(at(70));
    }

    @Test
    void a_job_given_up_before_any_attempt_is_not_in_flight() {
        script.tell(event("a", "w1", 0, "dead-lettered", 0).setAttempt(0).setReasonCode("DEADLINE_EXCEEDED"));
        assertThat(history.open()).isEmpty();
    }
}
