package io.proofmill.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.QueueStatus;
import io.proofmill.queue.QueueStatus.State;
import io.proofmill.queue.QueueStatus.Trouble;
import io.proofmill.queue.WorkerId;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What systemd hears, on a real datagram socket. */
class HeartbeatTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    private QueueStatus status = status(State.STARTING, NOW);

    @Test
    void readiness_is_told_once_and_every_change_in_words() throws Throwable {
        try (DatagramEar ear = new DatagramEar(folder.resolve("n"))) {
            Heartbeat heartbeat =
                    heartbeat(Map.of("NOTIFY_SOCKET", folder.resolve("n").toString()));
            heartbeat.beat();
            assertThat(ear.heard()).containsExactly("STATUS=connecting");
            status = status(State.RUNNING, NOW, new Trouble("BROKER_UNAVAILABLE", "the brokers\nare away", NOW));
            heartbeat.beat();
            assertThat(ear.heard()).containsExactly("STATUS=waiting: the brokers are away");
            status = status(State.RUNNING, NOW);
            heartbeat.beat();
            heartbeat.beat();
            assertThat(ear.heard()).containsExactly("STATUS=taking jobs", "READY=1");
            status = status(State.DRAINING, NOW);
            heartbeat.beat();
            assertThat(ear.heard()).containsExactly("STATUS=draining, 0 job(s) running");
        }
    }

    @Test
    void the_watchdog_hears_signs_of_life_until_the_poll_thread_stands_still() throws Throwable {
        try (DatagramEar ear = new DatagramEar(folder.resolve("n"))) {
            Heartbeat heartbeat =
                    heartbeat(Map.of("NOTIFY_SOCKET", folder.resolve("n").toString(), "WATCHDOG_USEC", "30000000"));
            heartbeat.beat();
            assertThat(ear.heard()).contains("WATCHDOG=1");
            status = status(State.RUNNING, NOW.minusSeconds(29));
            heartbeat.beat();
            assertThat(ear.heard()).contains("WATCHDOG=1");
            status = status(State.RUNNING, NOW.minusSeconds(30));
            heartbeat.beat();
            assertThat(ear.heard()).isEmpty();
        }
    }

    @Test
    void without_a_service_manager_and_with_one_that_is_gone_nothing_breaks() {
        heartbeat(Map.of()).beat();
        heartbeat(Map.of("NOTIFY_SOCKET", folder.resolve("absent").toString())).beat();
        assertThat(ServiceManager.of(Map.of("WATCHDOG_USEC", "1")).watchdog()).isEmpty();
        assertThat(ServiceManager.of(Map.of("NOTIFY_SOCKET", "/" + "x".repeat(200)))
                        .listens())
                .isFalse();
    }

    private Heartbeat heartbeat(Map<String, String> environment) {
        return new Heartbeat(ServiceManager.of(environment), () -> status, () -> NOW);
    }

    private static QueueStatus status(State state, Instant at, Trouble... troubles) {
        return new QueueStatus(
                state,
                new WorkerId("w1", "b", "h", NOW),
                at,
                true,
                false,
                List.of(troubles),
                List.of(),
                List.of(),
                Map.of(),
                0,
                0,
                0,
                0,
                0);
    }
}
