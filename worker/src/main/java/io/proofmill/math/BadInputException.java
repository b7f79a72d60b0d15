package io.proofmill.math;

/** The input is at fault. The sentence says what, where, what was expected and what was found. */
public final class BadInputException extends ProofmillException {
    public BadInputException(ReasonCode reason, String sentence) {
        super(reason, sentence);
    }

    public BadInputException(ReasonCode reason, String sentence, Throwable cause) {
        super(reason, sentence, cause);
    }
}
