package io.proofmill.math;

import java.util.concurrent.CancellationException;

/**
 * How a long computation talks to whoever asked for it: it asks often whether to go on, and how many threads it may use.
 *
 * <p>Implementations are thread-safe: the threads of one computation share one {@code Work}.
 */
public interface Work {
    /** Runs to the end on all cores. */
    Work UNATTENDED = () -> false;

    /** Runs to the end on so many threads. */
    static Work unattended(int threads) {
        return new Work() {
            @Override
            public boolean cancelled() {
                return false;
            }

            @Override
            public int parallelism() {
                return threads;
            }
        };
    }

    /** True once the result is no longer wanted. */
    boolean cancelled();

    /** Called between and inside stages, at least every few milliseconds of work. */
    default void checkpoint() {
        if (cancelled()) {
            throw new CancellationException("the result is no longer wanted");
        }
    }

    /** Threads that the computation may keep busy. */
    default int parallelism() {
        return Runtime.getRuntime().availableProcessors();
    }
}
