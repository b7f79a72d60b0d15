package io.proofmill.queue;

import java.time.Duration;

/** Waits, where a test only counts. */
@FunctionalInterface
interface Pauser {
    Pauser SLEEP = duration -> Thread.sleep(duration);

    /** Waits so long. An interrupt means that the queue ends. */
    void pause(Duration duration) throws InterruptedException;
}
