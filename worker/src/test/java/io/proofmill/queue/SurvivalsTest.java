package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.schemas.Attempt;
import io.proofmill.schemas.WorkerIdentity;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SurvivalsTest {
    private static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

    private final Survivals survivals = new Survivals();

    @Test
    void a_start_without_an_end_is_a_death_until_its_worker_speaks_up() {
        List<Attempt> history = List.of(attempt(1, "w1", NOON, null), attempt(2, "w2", NOON, null));
        assertThat(Survivals.deaths(survivals.applyTo("job", history))).isEqualTo(2);
        survivals.add("job", attempt(1, "w1", NOON, null));
        List<Attempt> known = survivals.applyTo("job", history);
        assertThat(Survivals.deaths(known)).isEqualTo(1);
        assertThat(known).extracting(Attempt::getReasonCode).containsExactly("BROKER_UNAVAILABLE", null);
    }

    @Test
    void an_attempt_that_was_survived_does_not_count_against_the_limit_and_stays_in_the_history() {
        survivals.add("job", attempt(1, "w1", NOON, null));
        List<Attempt> known =
                survivals.applyTo("job", List.of(attempt(1, "w1", NOON, null), attempt(2, "w2", NOON, "DEVICE_FAULT")));
        assertThat(Survivals.used(known)).isEqualTo(1);
        assertThat(known).hasSize(2);
    }

    @Test
    void a_note_speaks_of_one_attempt_of_one_job_at_one_worker_only() {
        survivals.add("job", attempt(1, "w1", NOON, null));
        List<Attempt> others = List.of(
                attempt(2, "w1", NOON, null), attempt(1, "w2", NOON, null), attempt(1, "w1", NOON.plusMillis(1), null));
        assertThat(Survivals.deaths(survivals.applyTo("job", others))).isEqualTo(3);
        assertThat(Survivals.deaths(survivals.applyTo("other", List.of(attempt(1, "w1", NOON, null)))))
                .isEqualTo(1);
    }

    @Test
    void a_reported_failure_keeps_its_reason() {
        survivals.add("job", attempt(1, "w1", NOON, null));
        assertThat(survivals.applyTo("job", List.of(attempt(1, "w1", NOON, "DEVICE_FAULT"))))
                .extracting(Attempt::getReasonCode)
                .containsExactly("DEVICE_FAULT");
    }

    @Test
    void an_attempt_of_which_only_the_number_is_known_is_a_death() {
        Attempt unknown = Attempt.newBuilder().setNumber(1).build();
        assertThat(Survivals.deaths(survivals.applyTo("job", List.of(unknown)))).isEqualTo(1);
    }

    private static Attempt attempt(int number, String instance, Instant startedAt, String reasonCode) {
        return Attempt.newBuilder()
                .setNumber(number)
                .setWorker(WorkerIdentity.newBuilder().setInstance(instance).build())
                .setStartedAt(startedAt)
                .setReasonCode(reasonCode)
                .build();
    }
}
