package io.proofmill.chaos;

import java.io.IOException;
import java.util.Optional;
import java.util.Random;

/**
 * A kind of fault.
 *
 * @param name as in the event log
 * @param weight how often it is drawn, against the others' weights
 * @param drawing chooses a target and prepares the strike
 */
record Fault(String name, int weight, Drawing drawing) {
    /** Chooses a target. All chance comes from the random numbers given. */
    interface Drawing {
        /** Prepares a strike; empty when there is no target that this fault can strike now. */
        Optional<Strike> draw(Random random);
    }

    /**
     * A fault that is about to happen.
     *
     * @param target what it strikes, for the event log
     * @param action does it, and mends it again when it is one that ends; takes as long as the fault lasts
     */
    record Strike(String target, Action action) {}

    /** What a strike does. */
    interface Action {
        void run() throws IOException, InterruptedException;
    }
}
