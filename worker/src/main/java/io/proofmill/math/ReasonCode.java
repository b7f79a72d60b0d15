package io.proofmill.math;

/**
 * Why something was refused or failed. The names are a contract: they travel in events, dead letters and on stderr, and never change meaning.
 */
public enum ReasonCode {
    MALFORMED_FILE(FailureClass.PERMANENT, 2),
    INVALID_WITNESS(FailureClass.PERMANENT, 2),
    INVALID_KEY(FailureClass.PERMANENT, 2),
    CURVE_MISMATCH(FailureClass.PERMANENT, 2),
    UNSATISFIED(FailureClass.PERMANENT, 2),
    INVALID_PROOF(FailureClass.PERMANENT, 1),
    UNKNOWN_CIRCUIT(FailureClass.PERMANENT, 2),
    INVALID_REQUEST(FailureClass.PERMANENT, 2),
    TOO_LARGE(FailureClass.PERMANENT, 2),
    PAYLOAD_MISMATCH(FailureClass.PERMANENT, 2),
    CONFLICT(FailureClass.PERMANENT, 1),
    POISON(FailureClass.PERMANENT, 1),
    DEADLINE_EXCEEDED(FailureClass.PERMANENT, 1),
    CANCELLED(FailureClass.PERMANENT, 1),
    USAGE(FailureClass.PERMANENT, 2),
    DEVICE_FAULT(FailureClass.RETRYABLE, 3),
    OUT_OF_DEVICE_MEMORY(FailureClass.RETRYABLE, 3),
    SELF_CHECK_FAILED(FailureClass.RETRYABLE, 1),
    NO_PROGRESS(FailureClass.RETRYABLE, 3),
    NO_DEVICE(FailureClass.INFRASTRUCTURE, 3),
    PAYLOAD_UNAVAILABLE(FailureClass.INFRASTRUCTURE, 3),
    REGISTRY_UNAVAILABLE(FailureClass.INFRASTRUCTURE, 3),
    BROKER_UNAVAILABLE(FailureClass.INFRASTRUCTURE, 3),
    STORAGE_UNAVAILABLE(FailureClass.INFRASTRUCTURE, 3),
    INTERNAL(FailureClass.RETRYABLE, 70);

    private final FailureClass failureClass;
    private final int exitCode;

    ReasonCode(FailureClass failureClass, int exitCode) {
        this.failureClass = failureClass;
        this.exitCode = exitCode;
    }

    /** What the failure asks of the queue. */
    public FailureClass failureClass() {
        return failureClass;
    }

    /** The command line's exit code for it: 1 the answer is no, 2 bad input, 3 surroundings, 70 our bug. */
    public int exitCode() {
        return exitCode;
    }
}
