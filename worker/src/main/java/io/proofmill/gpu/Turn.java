package io.proofmill.gpu;

import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** One job at a time computes on a device, in the order of asking, while others copy. Two jobs' kernels at once would only slow each other down. */
final class Turn {
    private static final long CANCELLATION_POLL_MILLIS = 20;

    private final Semaphore permit = new Semaphore(1, true);

    /**
     * Waits for the turn, then runs the body.
     *
     * @throws java.util.concurrent.CancellationException when the work is cancelled meanwhile
     */
    void run(Work work, Runnable body) {
        try {
            while (!permit.tryAcquire(CANCELLATION_POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                work.checkpoint();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProofmillException(ReasonCode.CANCELLED, "the wait for the device was interrupted", e);
        }
        try {
            body.run();
        } finally {
            permit.release();
        }
    }
}
