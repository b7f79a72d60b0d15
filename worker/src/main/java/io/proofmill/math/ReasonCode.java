package io.proofmill.math;

/**
 * Why something was refused or failed. The names are a contract: they travel in events, dead letters and on stderr, and never change meaning.
 */
public enum ReasonCode {
    MALFORMED_FILE(
            FailureClass.PERMANENT, 2, "A file is not what it says it is, is cut off, or holds a number out of range."),
    INVALID_WITNESS(
            FailureClass.PERMANENT,
            2,
            "The witness does not fit the circuit: wrong length, a value not below the prime, signals missing or unexpected."),
    INVALID_KEY(
            FailureClass.PERMANENT,
            2,
            "A proving or verifying key holds a point that is off its curve, outside the subgroup, or does not belong to its partner."),
    CURVE_MISMATCH(FailureClass.PERMANENT, 2, "Two things that belong together are over different curves."),
    UNSATISFIED(FailureClass.PERMANENT, 2, "The witness does not satisfy the circuit."),
    INVALID_PROOF(FailureClass.PERMANENT, 1, "The proof does not verify, or its points are not on the curve."),
    UNKNOWN_CIRCUIT(
            FailureClass.PERMANENT, 2, "The circuit, or the version asked for, is not in the catalogue of the worker."),
    INVALID_REQUEST(
            FailureClass.PERMANENT, 2, "The request contradicts itself or asks for something that does not exist."),
    TOO_LARGE(
            FailureClass.PERMANENT,
            2,
            "The job needs more memory, or its payload or result more room, than the settings allow."),
    PAYLOAD_MISMATCH(
            FailureClass.PERMANENT, 2, "A referenced payload has another size or digest than the request says."),
    CONFLICT(FailureClass.PERMANENT, 1, "The job id was used before for another statement."),
    POISON(FailureClass.PERMANENT, 1, "Workers died while they ran this job, too often to try again."),
    DEADLINE_EXCEEDED(FailureClass.PERMANENT, 1, "The deadline has passed or cannot be met."),
    CANCELLED(FailureClass.PERMANENT, 1, "Somebody cancelled the job."),
    USAGE(FailureClass.PERMANENT, 2, "A command or a setting is wrong."),
    DEVICE_FAULT(FailureClass.RETRYABLE, 3, "A device reported an error."),
    OUT_OF_DEVICE_MEMORY(FailureClass.RETRYABLE, 3, "A device had less free memory than planned."),
    SELF_CHECK_FAILED(
            FailureClass.RETRYABLE,
            1,
            "A proof did not pass its check although the witness may be right: a device computed wrongly."),
    NO_PROGRESS(FailureClass.RETRYABLE, 3, "A stage made no progress within its limit."),
    NO_DEVICE(FailureClass.INFRASTRUCTURE, 3, "There is no usable device of the kind asked for."),
    PAYLOAD_UNAVAILABLE(FailureClass.INFRASTRUCTURE, 3, "The store of a referenced payload does not answer."),
    REGISTRY_UNAVAILABLE(FailureClass.INFRASTRUCTURE, 3, "The schema registry does not answer."),
    BROKER_UNAVAILABLE(FailureClass.INFRASTRUCTURE, 3, "The brokers do not answer."),
    STORAGE_UNAVAILABLE(FailureClass.INFRASTRUCTURE, 3, "A local file cannot be read or written, or the disk is full."),
    INTERNAL(FailureClass.RETRYABLE, 70, "A bug of ours.");

    private final FailureClass failureClass;
    private final int exitCode;
    private final String meaning;

    ReasonCode(FailureClass failureClass, int exitCode, String meaning) {
        this.failureClass = failureClass;
        this.exitCode = exitCode;
        this.meaning = meaning;
    }

    /** What the failure asks of the queue. */
    public FailureClass failureClass() {
        return failureClass;
    }

    /** The command line's exit code for it: 1 the answer is no, 2 bad input, 3 surroundings, 70 our bug. */
    public int exitCode() {
        return exitCode;
    }

    /** One sentence for people. */
    public String meaning() {
        return meaning;
    }
}
