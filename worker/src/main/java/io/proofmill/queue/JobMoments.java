package io.proofmill.queue;

import java.time.Instant;

/**
 * A job that starts, and when it came so far. Wall clock; the first moment may be another machine's.
 *
 * @param requestedAt when the producer made the request, or its record's timestamp
 * @param acceptedAt when it was decoded here
 * @param payloadsAt when its payloads were at hand
 * @param startedAt when its start was decided; the job's handler is called once the start is durable
 */
public record JobMoments(Job job, Instant requestedAt, Instant acceptedAt, Instant payloadsAt, Instant startedAt) {}
