package io.proofmill.queue;

import java.util.function.LongSupplier;

/**
 * Stops starts for a while after the handler met trouble of the surroundings, longer each time in a row; and for as long as an operator wants. It belongs to the poll thread, but for the operator's
 * wish.
 */
final class IntakeHold {
    private static final String SOURCE = "prover";

    private final Troubles troubles;
    private final Backoff backoff;
    private final LongSupplier nanoClock;
    private int failures;
    private long untilNanos;
    private volatile boolean paused;

    IntakeHold(Troubles troubles, Backoff backoff, LongSupplier nanoClock) {
        this.troubles = troubles;
        this.backoff = backoff;
        this.nanoClock = nanoClock;
    }

    void begin(String reasonCode, String sentence) {
        failures++;
        untilNanos = nanoClock.getAsLong() + backoff.after(failures).toNanos();
        troubles.begin(SOURCE, reasonCode, sentence);
    }

    /** A job came through: the surroundings are well. */
    void end() {
        if (failures > 0) {
            failures = 0;
            troubles.end(SOURCE);
        }
    }

    /** An operator's wish; any thread may tell it. */
    void pause(boolean wanted) {
        paused = wanted;
    }

    boolean paused() {
        return paused;
    }

    boolean holds() {
        return paused || (failures > 0 && untilNanos - nanoClock.getAsLong() > 0);
    }
}
