package io.proofmill.queue;

import java.util.Map;

/**
 * What a handler tells the queue while a job runs. Each call becomes a numbered progress event on the events topic. Thread-safe and quick: nothing here waits for a
 * broker. Phase names are those of {@code ProofEvent.phase}.
 */
public interface JobObserver {
    /** What the job is about, by name, such as a sector's number: its events carry it from now on. */
    void facts(Map<String, String> facts);

    /** What is written about the attempt from now on, its result included, carries this W3C trace context in place of the request's. */
    void tracedAs(String traceParent);

    /** The job runs on this device from now on. */
    void onDevice(String device);

    /** A phase begins. */
    void phaseStarted(String phase);

    /** A phase has ended after so many nanoseconds of the monotonic clock. */
    void phaseFinished(String phase, long nanos);

    /** A share from 0 to 1 of the phase is done. Repeats that come too fast are dropped. */
    void progress(String phase, double share);
}
