package io.proofmill.engine;

import java.util.concurrent.CancellationException;

/** Which of several failures to show, and how. */
final class Failure {
    private Failure() {}

    /** A cancellation is an effect, not a cause: anything else goes before it. */
    static Throwable first(Throwable earlier, Throwable later) {
        return earlier == null
                        || (earlier instanceof CancellationException && !(later instanceof CancellationException))
                ? later
                : earlier;
    }

    /** The failure itself where it is unchecked, wrapped otherwise. */
    static RuntimeException asUnchecked(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return failure instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(failure);
    }
}
