package io.proofmill.status;

import static org.assertj.core.api.Assertions.assertThat;

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
        attempt.stageStarted("synthesis");
        clock.step(Duration.ofSeconds(2));
        attempt.stageFinished("synthesis");
        attempt.onDevice("cpu");
        attempt.stageStarted("proving");
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
