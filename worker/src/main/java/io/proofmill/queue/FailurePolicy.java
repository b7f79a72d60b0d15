package io.proofmill.queue;

import io.proofmill.schemas.FailureClass;
import java.time.Duration;

/** The one place that decides what a failure leads to. */
final class FailurePolicy {
    /** What to do with a job whose attempt failed. */
    sealed interface Decision {
        /** Dead letter. */
        record GiveUp() implements Decision {}

        /** Another attempt, not before this wait is over. */
        record TryAgain(Duration delay) implements Decision {}

        /** The attempt does not count; the same job again when the surroundings may be well. */
        record Wait() implements Decision {}
    }

    /** How long the verdict that workers die of a job waits for one of them to say that it lives. Longer than most stalls and cuts last once the session is over. */
    static final Duration DOUBT = Duration.ofSeconds(20);

    private final Backoff backoff;
    private final int deathLimit;

    FailurePolicy(Backoff backoff, int deathLimit) {
        this.backoff = backoff;
        this.deathLimit = deathLimit;
    }

    /**
     * Decides after a reported failure.
     *
     * @param attemptsUsed attempts so far, this one included
     * @param attemptLimit attempts that the job may have
     */
    Decision after(FailureClass failureClass, int attemptsUsed, int attemptLimit) {
        return switch (failureClass) {
            case INFRASTRUCTURE -> new Decision.Wait();
            case RETRYABLE, UNKNOWN ->
                attemptsUsed < attemptLimit
                        ? new Decision.TryAgain(backoff.after(attemptsUsed))
                        : new Decision.GiveUp();
            case PERMANENT -> new Decision.GiveUp();
        };
    }

    /**
     * Whether a job must not be started again because workers died while it ran: too often, or its last permitted attempt ended so.
     *
     * @param deaths attempts that their worker did not survive
     * @param attemptsUsed all attempts so far
     */
    boolean isPoison(long deaths, int attemptsUsed, int attemptLimit) {
        return deaths >= deathLimit || (deaths > 0 && attemptsUsed >= attemptLimit);
    }
}
