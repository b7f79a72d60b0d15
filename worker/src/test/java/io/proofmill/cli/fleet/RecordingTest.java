package io.proofmill.cli.fleet;

import static io.proofmill.cli.fleet.EventScript.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.proofmill.cli.files.JsonOutput;
import io.proofmill.schemas.ProofEvent;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class RecordingTest {
    private final FleetHistory history = new FleetHistory();
    private final EventScript script = new EventScript(history);

    @Test
    void warm_proofs_cold_ones_failures_and_the_pause_between_two_jobs_are_told_apart() {
        script.proved("a", "w1", 0, 3_000).proved("b", "w1", 3_100, 4_100).proved("c", "w1", 4_200, 5_200);
        script.tell(
                event("d", "w1", 0, "accepted", 5_300),
                event("d", "w1", 1, "retried", 6_300).setReasonCode("DEVICE_FAULT"));
        Recording recording = Recording.of(history);
        assertThat(recording.seconds().get("cubic")).containsExactly(1.0, 1.0);
        assertThat(recording.coldSeconds().get("cubic")).isCloseTo(2.0, within(1e-9));
        assertThat(recording.failureShare()).isEqualTo(0.25);
        assertThat(recording.turnaroundSeconds()).isCloseTo(0.1, within(1e-9));
        assertThat(recording.slots()).isEqualTo(1);
        assertThat(recording.arrivals()).hasSize(4);
        assertThat(recording.only("other").seconds()).isEmpty();
    }

    /** A recording in a file says as much as the topic. */
    @Test
    void an_event_comes_back_from_its_line() throws IOException {
        ProofEvent event = event("a", "w1", 1, "proving", 5)
                .setDurationNanos(5_000_000L)
                .setDevice("cpu")
                .build();
        String json = JsonOutput.write(EventLine.of(event));
        EventLine read = new ObjectMapper().readValue(json, EventLine.class);
        assertThat(EventLine.of(read.event())).isEqualTo(EventLine.of(event));
    }
}
