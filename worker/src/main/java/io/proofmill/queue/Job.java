package io.proofmill.queue;

import io.proofmill.schemas.Priority;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One decoded job, as a handler gets it.
 *
 * @param id the producer's job id
 * @param circuit name of the circuit in the catalogue
 * @param circuitVersion version asked for; empty: the current one
 * @param payloads what to prove from, resolved
 * @param publicInputs public inputs that the producer expects, decimal numbers
 * @param attempt 1 for the first attempt; attempts of workers that died count
 * @param attemptLimit how many attempts the job may have
 * @param deadline after this moment the proof is worthless
 * @param priority how urgent it is
 * @param labels the producer's labels
 * @param traceParent W3C trace context of the request
 * @param avoidDevice device of the last failed attempt: take another one when there is one
 * @param statementDigest SHA-256 in hexadecimal that the id is bound to; see {@link StatementDigest}
 */
public record Job(
        String id,
        String circuit,
        Optional<String> circuitVersion,
        List<JobPayload> payloads,
        Optional<List<String>> publicInputs,
        int attempt,
        int attemptLimit,
        Optional<Instant> deadline,
        Priority priority,
        Map<String, String> labels,
        Optional<String> traceParent,
        Optional<String> avoidDevice,
        String statementDigest) {
    public Job {
        payloads = List.copyOf(payloads);
        publicInputs = publicInputs.map(List::copyOf);
        labels = Map.copyOf(labels);
    }

    /** Bytes of all payloads together: what intake is bounded by. */
    public long payloadBytes() {
        return payloads.stream().mapToLong(JobPayload::size).sum();
    }
}
