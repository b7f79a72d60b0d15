package io.proofmill.status;

import io.proofmill.queue.Job;
import io.proofmill.queue.JobMoments;
import io.proofmill.schemas.Priority;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Jobs that start now: requested 40 seconds ago, accepted two seconds ago, their payloads here since one. */
final class SampleJobs {
    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private SampleJobs() {}

    static JobMoments moments(String id, Optional<String> traceParent, int attempt) {
        Job job = new Job(
                id,
                "chain",
                Optional.empty(),
                List.of(),
                Optional.empty(),
                attempt,
                3,
                Optional.empty(),
                Priority.NORMAL,
                Map.of(),
                traceParent,
                Optional.empty(),
                "digest");
        return new JobMoments(job, NOW.minusSeconds(40), NOW.minusSeconds(2), NOW.minusSeconds(1), NOW);
    }
}
