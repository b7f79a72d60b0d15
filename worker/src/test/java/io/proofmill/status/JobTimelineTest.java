package io.proofmill.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class JobTimelineTest {
    private final SteppingClock clock = new SteppingClock();
    private final JobTimeline timeline = new JobTimeline(clock);

    @Test
    void a_running_attempt_shows_its_open_stage_up_to_now() {
        JobTimeline.Attempt attempt = timeline.started("a", "chain", 1);
        attempt.stageStarted(0, "synthesis");
        clock.step(Duration.ofSeconds(2));
        attempt.stageFinished(0, "synthesis", 1);
        attempt.onDevice(0, "cpu");
        attempt.stageStarted(0, "proving");
        clock.step(Duration.ofSeconds(3));

        JobRecord record = timeline.records().getFirst();

        assertThat(record.outcome()).isEqualTo("running");
        assertThat(record.device()).isEqualTo("cpu");
        assertThat(record.stages()).extracting(JobRecord.Stage::name).containsExactly("synthesis", "proving");
        assertThat(Duration.between(
                        record.stages().getLast().startedAt(),
                        record.stages().getLast().endedAt()))
                .hasSeconds(3);
    }

    @Test
    void parts_side_by_side_keep_their_own_stages_and_devices() {
        JobTimeline.Attempt attempt = timeline.started("a", "porep", 1);
        attempt.onDevice(0, "cuda:0");
        attempt.onDevice(1, "cuda:1");
        attempt.stageStarted(0, "proving");
        clock.step(Duration.ofSeconds(1));
        attempt.stageStarted(1, "proving");
        clock.step(Duration.ofSeconds(1));
        attempt.stageFinished(0, "proving", 1);
        clock.step(Duration.ofSeconds(1));
        attempt.stageFinished(1, "proving", 1);

        assertThat(timeline.records().getFirst().stages())
                .extracting(
                        JobRecord.Stage::part,
                        JobRecord.Stage::device,
                        stage -> Duration.between(stage.startedAt(), stage.endedAt())
                                .toSeconds())
                .containsExactly(tuple(0, "cuda:0", 2L), tuple(1, "cuda:1", 2L));
    }

    @Test
    void progress_is_judged_by_the_circuit_s_latest_proof_and_never_complete() {
        JobTimeline.Attempt first = timeline.started("a", "chain", 1);
        clock.step(Duration.ofSeconds(10));
        assertThat(timeline.records().getFirst().progress()).isEmpty();
        first.ended("");
        JobTimeline.Attempt second = timeline.started("b", "chain", 1);
        second.stageStarted(0, "proving");
        second.stageStarted(0, "proving.ntt");
        clock.step(Duration.ofSeconds(4));

        assertThat(timeline.records().getFirst().progress()).hasValue(0.4);
        assertThat(timeline.records().getFirst().phase()).isEqualTo("proving.ntt");

        clock.step(Duration.ofSeconds(40));
        assertThat(timeline.records().getFirst().progress()).hasValue(0.99);
    }

    @Test
    void an_ended_attempt_is_kept_for_an_hour() {
        timeline.started("a", "chain", 1).ended("UNSATISFIED");
        clock.step(Duration.ofMinutes(59));
        assertThat(timeline.records()).extracting(JobRecord::reason).containsExactly("UNSATISFIED");

        clock.step(Duration.ofMinutes(2));

        assertThat(timeline.records()).isEmpty();
    }

    @Test
    void the_latest_attempts_come_first_and_their_number_is_bounded() {
        for (int i = 0; i < 3_000; i++) {
            timeline.started("job-" + i, "chain", 1).ended("");
        }
        assertThat(timeline.records())
                .hasSize(2_000)
                .first()
                .extracting(JobRecord::id)
                .isEqualTo("job-2999");
    }

    private static final class SteppingClock extends Clock {
        private Instant now = Instant.parse("2026-11-30T12:00:00Z");

        private void step(Duration by) {
            now = now.plus(by);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
