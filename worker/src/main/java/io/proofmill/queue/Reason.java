package io.proofmill.queue;

import io.proofmill.schemas.FailureClass;

/**
 * Reason codes that the queue itself gives. Their names are part of the one list of reason codes that travels in events, dead letters and on stderr; this room may not import that list,
 * so a test of the command-line room holds the two together.
 */
public enum Reason {
    INVALID_REQUEST(FailureClass.PERMANENT),
    TOO_LARGE(FailureClass.PERMANENT),
    PAYLOAD_MISMATCH(FailureClass.PERMANENT),
    CONFLICT(FailureClass.PERMANENT),
    POISON(FailureClass.PERMANENT),
    DEADLINE_EXCEEDED(FailureClass.PERMANENT),
    CANCELLED(FailureClass.PERMANENT),
    USAGE(FailureClass.PERMANENT),
    PAYLOAD_UNAVAILABLE(FailureClass.INFRASTRUCTURE),
    REGISTRY_UNAVAILABLE(FailureClass.INFRASTRUCTURE),
    BROKER_UNAVAILABLE(FailureClass.INFRASTRUCTURE),
    STORAGE_UNAVAILABLE(FailureClass.INFRASTRUCTURE),
    INTERNAL(FailureClass.RETRYABLE);

    private final FailureClass failureClass;

    Reason(FailureClass failureClass) {
        this.failureClass = failureClass;
    }

    public FailureClass failureClass() {
        return failureClass;
    }
}
