package io.proofmill.queue;

import java.util.function.LongSupplier;

/** Stops starts for a while after the handler met trouble of the surroundings; longer each time in a row. It belongs to the poll thread. */
final class IntakeHold {
    private static final String SOURCE = "prover";

    private final Troubles troubles;
    private final Backoff backoff;
    private final LongSupplier nanoClock;
    private int failures;
    private long untilNanos;

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

    boolean holds() {
        return failures > 0 && untilNanos - nanoClock.getAsLong() > 0;
    }
}
