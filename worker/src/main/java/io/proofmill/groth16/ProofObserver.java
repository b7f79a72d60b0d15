package io.proofmill.groth16;

/** Hears how a proof gets on. Called by the proving thread; it must be quick and must not throw. */
public interface ProofObserver {
    ProofObserver NONE = new ProofObserver() {};

    default void started(Phase phase) {}

    /** The stage is done and took this long by a monotonic clock. */
    default void finished(Phase phase, long nanos) {}
}
