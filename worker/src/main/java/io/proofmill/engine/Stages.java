package io.proofmill.engine;

import io.proofmill.groth16.Phase;

/** Names of the stages as they travel in events, metrics and reports. Sub-stages follow a dot. */
public final class Stages {
    public static final String SYNTHESIS = "synthesis";
    public static final String PROVING = "proving";
    public static final String CHECK = "check";

    /** A part of several begins again, alone. */
    static final String RETRY = PROVING + ".retry";

    private Stages() {}

    static String of(Phase phase) {
        return PROVING + "." + phase.label();
    }
}
