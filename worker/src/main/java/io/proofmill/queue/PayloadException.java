package io.proofmill.queue;

/** A payload cannot be had: it is not what the request says, or its store is away. */
final class PayloadException extends Exception {
    private final Reason reason;

    PayloadException(Reason reason, String sentence) {
        super(sentence);
        this.reason = reason;
    }

    PayloadException(Reason reason, String sentence, Throwable cause) {
        super(sentence, cause);
        this.reason = reason;
    }

    Reason reason() {
        return reason;
    }
}
