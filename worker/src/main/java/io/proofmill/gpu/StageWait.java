package io.proofmill.gpu;

import io.proofmill.gpu.driver.Event;
import io.proofmill.groth16.Phase;
import io.proofmill.math.Work;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for a device, giving up when the work is cancelled or a stage runs past its limit. Looks eagerly at first, since most stages take milliseconds, then ever more rarely.
 *
 * @param device as named in messages
 */
record StageWait(Object device, Duration limit) {
    private static final long EAGER_NANOS = 200_000;
    private static final long LONGEST_NAP_NANOS = 500_000;
    private static final long CANCELLATION_POLL_NANOS = 2_000_000;

    /**
     * Returns once the mark is reached.
     *
     * @throws java.util.concurrent.CancellationException when the work is cancelled
     * @throws NoProgressException when the limit has passed
     */
    void until(Event mark, Phase phase, Work work) {
        long start = System.nanoTime();
        long nextPoll = 0;
        while (!mark.reached()) {
            long waited = System.nanoTime() - start;
            if (waited >= nextPoll) {
                work.checkpoint();
                nextPoll = waited + CANCELLATION_POLL_NANOS;
            }
            if (waited > limit.toNanos()) {
                throw new NoProgressException(device, phase, limit);
            }
            if (waited < EAGER_NANOS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(Math.min(LONGEST_NAP_NANOS, waited / 8));
            }
        }
    }
}
