package io.proofmill.math;

/** A failure with a stable reason: expected, said in one sentence, never shown as a stack trace. */
public class ProofmillException extends RuntimeException {
    private final ReasonCode reason;

    public ProofmillException(ReasonCode reason, String sentence) {
        super(sentence);
        this.reason = reason;
    }

    public ProofmillException(ReasonCode reason, String sentence, Throwable cause) {
        super(sentence, cause);
        this.reason = reason;
    }

    public ReasonCode reason() {
        return reason;
    }
}
