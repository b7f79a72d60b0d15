package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.FailurePolicy.Decision;
import io.proofmill.schemas.FailureClass;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FailurePolicyTest {
    private final FailurePolicy policy =
            new FailurePolicy(new Backoff(Duration.ofSeconds(2), Duration.ofMinutes(5), new Random(3)), 2);

    @Test
    void a_permanent_failure_is_given_up_at_once() {
        assertThat(policy.after(FailureClass.PERMANENT, 1, 3)).isInstanceOf(Decision.GiveUp.class);
    }

    @Test
    void trouble_of_the_surroundings_costs_no_attempt_however_often_it_comes() {
        assertThat(policy.after(FailureClass.INFRASTRUCTURE, 99, 3)).isInstanceOf(Decision.Wait.class);
    }

    @Test
    void a_retryable_failure_is_tried_again_up_to_the_limit_and_never_after() {
        assertThat(policy.after(FailureClass.RETRYABLE, 2, 3)).isInstanceOf(Decision.TryAgain.class);
        assertThat(policy.after(FailureClass.RETRYABLE, 3, 3)).isInstanceOf(Decision.GiveUp.class);
    }

    @Test
    void waits_double_with_jitter_and_stay_below_the_cap() {
        for (int attempt = 1; attempt < 64; attempt++) {
            Decision decision = policy.after(FailureClass.RETRYABLE, attempt, 100);
            long whole = Math.min(300_000, 2_000L << Math.min(attempt - 1, 20));
            assertThat(((Decision.TryAgain) decision).delay().toMillis())
                    .as("attempt %d", attempt)
                    .isBetween(whole / 2, whole);
        }
    }

    @Test
    void two_deaths_are_poison_and_so_is_one_that_took_the_last_attempt() {
        assertThat(policy.isPoison(2, 2, 9)).isTrue();
        assertThat(policy.isPoison(1, 1, 9)).isFalse();
        assertThat(policy.isPoison(1, 3, 3)).isTrue();
        assertThat(policy.isPoison(0, 3, 3)).isFalse();
    }
}
