package io.proofmill.groth16;

import java.util.function.Supplier;

/** Tells an observer when a stage starts and how long it took. */
final class Stopwatch {
    private Stopwatch() {}

    static <T> T time(Phase phase, ProofObserver observer, Supplier<T> stage) {
        observer.started(phase);
        long start = System.nanoTime();
        T result = stage.get();
        observer.finished(phase, System.nanoTime() - start);
        return result;
    }
}
