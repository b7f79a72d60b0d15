package io.proofmill.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TimelineLaneTest {
    private static final Instant FROM = Instant.parse("2026-11-30T12:00:00Z");

    @Test
    void each_device_and_each_stage_of_the_host_has_a_lane_and_parts_that_overlap_count_once() {
        List<TimelineLane> lanes = TimelineLane.of(
                List.of(job(
                        "a",
                        stage(0, "synthesis", "", 0, 10),
                        stage(0, "proving", "cuda:0", 10, 30),
                        stage(1, "proving", "cuda:0", 20, 50))),
                List.of("cuda:0", "cuda:1"),
                FROM,
                FROM.plusSeconds(100));

        assertThat(lanes).extracting(TimelineLane::name).containsExactly("cuda:0", "cuda:1", "synthesis");
        assertThat(lanes.get(0).idleShare()).isEqualTo(0.6, within(1e-9));
        assertThat(lanes.get(0).bars())
                .containsExactly(new TimelineLane.Bar(FROM.plusSeconds(10), FROM.plusSeconds(50), "proving", 2, ""));
        assertThat(lanes.get(1).idleShare()).isEqualTo(1);
        assertThat(lanes.get(2).bars())
                .containsExactly(new TimelineLane.Bar(FROM, FROM.plusSeconds(10), "synthesis", 1, "a, part 0"));
    }

    @Test
    void a_gap_that_can_be_seen_parts_two_bars_and_sub_stages_and_the_past_are_left_out() {
        List<TimelineLane> lanes = TimelineLane.of(
                List.of(job(
                        "a",
                        stage(0, "check", "", -20, -10),
                        stage(0, "check", "", -5, 5),
                        stage(0, "proving.ntt", "cuda:0", 0, 5),
                        stage(0, "check", "", 8, 9))),
                List.of(),
                FROM,
                FROM.plusSeconds(10));

        assertThat(lanes).singleElement().satisfies(lane -> {
            assertThat(lane.bars()).extracting(TimelineLane.Bar::from).containsExactly(FROM, FROM.plusSeconds(8));
            assertThat(lane.idleShare()).isEqualTo(0.4, within(1e-9));
        });
    }

    private static JobRecord job(String id, JobRecord.Stage... stages) {
        Instant start = Stream.of(stages)
                .map(JobRecord.Stage::startedAt)
                .min(Instant::compareTo)
                .orElseThrow();
        Instant end = Stream.of(stages)
                .map(JobRecord.Stage::endedAt)
                .max(Instant::compareTo)
                .orElseThrow();
        return new JobRecord(id, "chain", 1, "proved", "", "cuda:0", "", Optional.empty(), start, end, List.of(stages));
    }

    private static JobRecord.Stage stage(int part, String name, String device, int from, int to) {
        return new JobRecord.Stage(part, name, device, FROM.plusSeconds(from), FROM.plusSeconds(to));
    }
}
