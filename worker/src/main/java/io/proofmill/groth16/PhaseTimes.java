package io.proofmill.groth16;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps how long each stage of a proof took. */
public final class PhaseTimes implements ProofObserver {
    private final Map<Phase, Long> nanos = new EnumMap<>(Phase.class);

    @Override
    public synchronized void finished(Phase phase, long elapsed) {
        nanos.merge(phase, elapsed, Long::sum);
    }

    /** Seconds by the stage's label, in the order of {@link Phase}. */
    public synchronized Map<String, Double> seconds() {
        Map<String, Double> seconds = new LinkedHashMap<>();
        nanos.forEach((phase, elapsed) -> seconds.put(phase.label(), elapsed / 1e9));
        return seconds;
    }
}
