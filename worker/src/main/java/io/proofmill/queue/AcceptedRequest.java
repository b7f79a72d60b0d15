package io.proofmill.queue;

import io.proofmill.schemas.Attempt;
import io.proofmill.schemas.Priority;
import io.proofmill.schemas.ProofRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A request that was decoded and makes sense.
 *
 * @param raw the record it came in at first
 * @param priority the topic's, or the request's own
 * @param statementDigest what the job id is bound to
 * @param attempts attempts before this record was written; empty for a first delivery
 * @param notBefore moment before which the next attempt must not start
 * @param lastDevice device of the last failed attempt
 */
record AcceptedRequest(
        ProofRequest request,
        RawRecord raw,
        Priority priority,
        String statementDigest,
        List<Attempt> attempts,
        Optional<Instant> notBefore,
        Optional<String> lastDevice) {
    AcceptedRequest {
        attempts = List.copyOf(attempts);
    }

    /** Where the job belongs in its producer's trace. */
    TraceContext trace() {
        return TraceContext.of(request, raw.headers());
    }

    String jobId() {
        return request.getJobId();
    }

    Optional<Instant> deadline() {
        return Optional.ofNullable(request.getDeadline());
    }
}
