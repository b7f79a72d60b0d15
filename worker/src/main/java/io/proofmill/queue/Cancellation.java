package io.proofmill.queue;

/** How the queue tells a running job that nobody wants its result any more. Thread-safe. */
public interface Cancellation {
    /** True once the job should stop. It never turns false again. */
    boolean requested();

    /** Runs the action when the job should stop; at once when that is already so. The action must be short and must not block. */
    void onRequest(Runnable action);
}
