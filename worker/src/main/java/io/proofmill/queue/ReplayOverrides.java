package io.proofmill.queue;

import io.proofmill.schemas.Payload;
import io.proofmill.schemas.Priority;
import io.proofmill.schemas.ProofRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a replayed request has other than its dead letter. Empty: as it was.
 *
 * @param circuit another circuit
 * @param circuitVersion another version of the circuit
 * @param priority another priority
 * @param deadline another deadline
 * @param withoutDeadline true to drop the deadline
 * @param attemptLimit another limit on attempts
 * @param payloads mended payloads
 */
public record ReplayOverrides(
        Optional<String> circuit,
        Optional<String> circuitVersion,
        Optional<Priority> priority,
        Optional<Instant> deadline,
        boolean withoutDeadline,
        Optional<Integer> attemptLimit,
        Optional<List<Payload>> payloads) {
    public static final ReplayOverrides NONE = new ReplayOverrides(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.empty(),
            Optional.empty());

    boolean isEmpty() {
        return equals(NONE);
    }

    void applyTo(ProofRequest request) {
        circuit.ifPresent(request::setCircuit);
        circuitVersion.ifPresent(request::setCircuitVersion);
        priority.ifPresent(request::setPriority);
        if (withoutDeadline) {
            request.setDeadline(null);
        }
        deadline.ifPresent(request::setDeadline);
        attemptLimit.ifPresent(request::setAttemptLimit);
        payloads.ifPresent(request::setPayloads);
    }
}
