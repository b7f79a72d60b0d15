package io.proofmill.r1cs;

/** The text form of an {@link AssignmentDigest}. */
public final class AssignmentDigestText {
    private AssignmentDigestText() {}

    public static String print(AssignmentDigest digest) {
        StringBuilder text = new StringBuilder();
        line(text, "circuit", digest.circuit());
        line(text, "inputs", digest.inputs());
        line(text, "aux", digest.auxiliaries());
        line(text, "constraints", digest.constraints());
        line(text, "aux_zero", digest.zeros());
        line(text, "aux_one", digest.ones());
        line(text, "assignment_sha256", digest.sha256());
        line(text, "interval", digest.interval());
        for (Checkpoint checkpoint : digest.checkpoints()) {
            line(text, "value " + checkpoint.count(), checkpoint.hex());
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String key, Object value) {
        text.append(key).append(": ").append(value).append('\n');
    }
}
