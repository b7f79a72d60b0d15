package io.proofmill.status;

import io.proofmill.queue.QueueListener;
import java.util.Map;
import java.util.Optional;

/**
 * Traces of jobs: one span a job's attempt, below the span of whoever made the request (W3C trace context), with spans for the wait in the queue, the payloads, each stage of each part, and the
 * publication. Thread-safe.
 */
public interface JobTraces extends QueueListener, AutoCloseable {
    /** Nothing is traced, nothing is loaded for it. */
    JobTraces NONE = new JobTraces() {
        @Override
        public AttemptListener attempt(String jobId) {
            return new AttemptListener() {};
        }

        @Override
        public Optional<String> traceParent(String jobId) {
            return Optional.empty();
        }
    };

    /**
     * Sends spans to an OpenTelemetry receiver.
     *
     * @param endpoint its base address, {@code http://host:4318}: OTLP over HTTP with protobuf
     * @param headers sent with each request, for example for authorization
     * @param worker attributes that say who speaks: {@code service.name} and the like
     */
    static JobTraces to(String endpoint, Map<String, String> headers, Map<String, String> worker) {
        return OtlpTraces.to(endpoint, headers, worker);
    }

    /** Who hears what becomes of an attempt at this job, which {@link QueueListener#started} has told of. */
    AttemptListener attempt(String jobId);

    /** The span of the attempt at this job as W3C trace context, for what is written about it; empty when it is not traced. */
    Optional<String> traceParent(String jobId);

    /** Sends what is left. */
    @Override
    default void close() {}
}
