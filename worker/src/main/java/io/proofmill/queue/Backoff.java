package io.proofmill.queue;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Exponential waits with jitter and a cap: attempt n waits between half and the whole of {@code first * 2^(n-1)}.
 *
 * @param first wait after the first failure, before jitter
 * @param max cap, before jitter
 * @param random source of the jitter
 */
record Backoff(Duration first, Duration max, RandomGenerator random) {
    private static final int MAX_DOUBLINGS = 30;

    /** @param failures how many failures in a row there were, at least 1 */
    Duration after(int failures) {
        int doublings = Math.min(failures - 1, MAX_DOUBLINGS);
        long whole = first.toMillis() > max.toMillis() >> doublings ? max.toMillis() : first.toMillis() << doublings;
        return Duration.ofMillis(whole / 2 + random.nextLong(whole / 2 + 1));
    }
}
