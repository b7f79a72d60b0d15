package io.proofmill.status;

/** Hears what becomes of one attempt at a job. Parts are numbered from 0 and run side by side. Thread-safe and quick: it is called by the threads that do the work. */
public interface AttemptListener {
    /** The part runs on this device from now on. */
    default void onDevice(int part, String device) {}

    default void stageStarted(int part, String stage) {}

    /** The stage has ended after so many nanoseconds of the monotonic clock. A stage that fails does not tell. */
    default void stageFinished(int part, String stage, long nanos) {}

    /**
     * The attempt is over.
     *
     * @param reason reason code of a failure; empty when it was proved
     */
    default void ended(String reason) {}
}
