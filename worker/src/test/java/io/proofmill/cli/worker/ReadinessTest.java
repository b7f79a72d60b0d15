package io.proofmill.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.QueueStatus;
import io.proofmill.queue.QueueStatus.State;
import io.proofmill.queue.WorkerId;
import io.proofmill.status.DeviceReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReadinessTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final List<DeviceReport> SOUND = List.of(device("HEALTHY"), device("QUARANTINED"));

    @Test
    void a_worker_that_runs_in_its_group_with_a_sound_device_is_ready() {
        assertThat(Readiness.notReady(queue(State.RUNNING, true, false), SOUND, Optional.empty()))
                .isEmpty();
    }

    @Test
    void each_thing_that_is_missing_is_said() {
        QueueStatus running = queue(State.RUNNING, true, false);
        assertThat(Readiness.notReady(queue(State.STARTING, false, false), SOUND, Optional.empty()))
                .isEqualTo("the worker is starting");
        assertThat(Readiness.notReady(queue(State.DRAINING, true, false), SOUND, Optional.empty()))
                .isEqualTo("the worker is draining");
        assertThat(Readiness.notReady(running, SOUND, Optional.of("the self-test has not ended yet")))
                .isEqualTo("the self-test has not ended yet");
        assertThat(Readiness.notReady(running, List.of(device("QUARANTINED")), Optional.empty()))
                .isEqualTo("every device is quarantined");
        assertThat(Readiness.notReady(queue(State.RUNNING, false, false), SOUND, Optional.empty()))
                .isEqualTo("the worker has not joined the group yet");
        assertThat(Readiness.notReady(queue(State.RUNNING, true, true), SOUND, Optional.empty()))
                .isEqualTo("an operator has paused the worker");
    }

    @Test
    void a_process_is_sick_when_its_queue_failed_or_its_poll_thread_hangs() {
        assertThat(Readiness.sickness(queue(State.RUNNING, true, false), NOW.plus(Duration.ofMinutes(4))))
                .isEmpty();
        assertThat(Readiness.sickness(queue(State.RUNNING, true, false), NOW.plus(Duration.ofMinutes(6))))
                .hasValueSatisfying(why -> assertThat(why).contains("poll thread"));
        assertThat(Readiness.sickness(queue(State.FAILED, false, false), NOW)).hasValue("the queue has failed");
        assertThat(Readiness.sickness(queue(State.STARTING, false, false), NOW.plus(Duration.ofHours(1))))
                .isEmpty();
    }

    private static QueueStatus queue(State state, boolean joined, boolean paused) {
        return new QueueStatus(
                state,
                new WorkerId("w1", "b", "host", NOW),
                NOW,
                joined,
                paused,
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                0,
                0,
                0,
                0,
                0);
    }

    private static DeviceReport device(String state) {
        return new DeviceReport("cuda:0", "GPU", state, "", NOW, 0, 0, Optional.empty(), 1, Optional.empty(), 0, 0);
    }
}
