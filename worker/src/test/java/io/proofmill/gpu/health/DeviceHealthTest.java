package io.proofmill.gpu.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.gpu.health.DeviceHealth.State;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DeviceHealthTest {
    private Instant now = Instant.parse("2026-11-30T12:00:00Z");
    private final DeviceHealth health = new DeviceHealth(HealthPolicy.DEFAULT, () -> now);

    @Test
    void one_wrong_proof_is_remembered_but_the_device_goes_on() {
        health.wrongProof("x");

        assertThat(health.acceptsJobs()).isTrue();
        assertThat(health.status().faults()).isEqualTo(1);
        assertThat(health.status().reason()).isEqualTo("a proof for x failed its check");
    }

    @Test
    void two_faults_within_an_hour_quarantine() {
        health.wrongProof("x");
        pass(Duration.ofMinutes(60));
        health.contextLost("the context is lost");

        assertThat(health.acceptsJobs()).isFalse();
        assertThat(health.status().state()).isEqualTo(State.QUARANTINED);
    }

    @Test
    void two_faults_further_apart_do_not() {
        health.wrongProof("x");
        pass(Duration.ofMinutes(61));
        health.wrongProof("x");

        assertThat(health.acceptsJobs()).isTrue();
    }

    @Test
    void no_progress_quarantines_at_once() {
        health.noProgress("msm-h", Duration.ofSeconds(60));

        assertThat(health.acceptsJobs()).isFalse();
        assertThat(health.status().reason()).isEqualTo("stage msm-h made no progress within 60 s");
    }

    @Test
    void a_trial_is_due_after_the_cool_down_and_not_before() {
        health.selfTestFailed("wrong bytes");
        assertThat(health.trialDue()).isFalse();
        pass(Duration.ofMinutes(5).minusMillis(1));
        assertThat(health.trialDue()).isFalse();
        pass(Duration.ofMillis(1));
        assertThat(health.trialDue()).isTrue();
    }

    @Test
    void a_passed_trial_and_three_good_proofs_bring_the_device_back() {
        health.selfTestFailed("wrong bytes");
        pass(Duration.ofMinutes(5));
        health.selfTestPassed();
        assertThat(health.status().state()).isEqualTo(State.PROBATION);
        assertThat(health.acceptsJobs()).isTrue();

        health.proofPassed();
        health.proofPassed();
        assertThat(health.status().state()).isEqualTo(State.PROBATION);
        health.proofPassed();
        assertThat(health.status().state()).isEqualTo(State.HEALTHY);
    }

    @Test
    void a_fault_on_probation_quarantines_for_twice_as_long_up_to_an_hour() {
        health.selfTestFailed("wrong bytes");
        for (int minutes : new int[] {5, 10, 20, 40, 60, 60}) {
            pass(Duration.ofMinutes(minutes).minusMillis(1));
            assertThat(health.trialDue())
                    .as("after just under %d minutes", minutes)
                    .isFalse();
            pass(Duration.ofMillis(1));
            assertThat(health.trialDue()).as("after %d minutes", minutes).isTrue();
            health.selfTestPassed();
            health.wrongProof("x");
            assertThat(health.acceptsJobs()).isFalse();
        }
    }

    @Test
    void a_failed_trial_starts_a_longer_cool_down() {
        health.selfTestFailed("wrong bytes");
        pass(Duration.ofMinutes(5));
        health.selfTestFailed("wrong bytes again");
        pass(Duration.ofMinutes(5));
        assertThat(health.trialDue()).isFalse();
    }

    @Test
    void a_device_lost_to_the_process_gets_no_trial() {
        health.lostForThisProcess("the context is lost");
        pass(Duration.ofDays(1));

        assertThat(health.trialDue()).isFalse();
        assertThat(health.acceptsJobs()).isFalse();
        assertThat(health.isLostForThisProcess()).isTrue();
    }

    private void pass(Duration time) {
        now = now.plus(time);
    }
}
