package io.proofmill.math;

/** What a failure asks of whoever holds the job. */
public enum FailureClass {
    /** The input is at fault: the same input fails again anywhere. */
    PERMANENT,
    /** A device or a computation is at fault: another attempt may succeed. */
    RETRYABLE,
    /** The surroundings (broker, registry, store) are at fault: wait, it costs no attempt. */
    INFRASTRUCTURE
}
