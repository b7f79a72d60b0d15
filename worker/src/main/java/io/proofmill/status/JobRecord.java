package io.proofmill.status;

import java.time.Instant;
import java.util.List;

/**
 * One attempt at a job, for the timeline.
 *
 * @param outcome {@code proved}, {@code failed} or {@code running}
 * @param reason reason code of a failure; empty otherwise
 * @param device where it ran; empty before it had one
 * @param stages in the order in which they began
 */
public record JobRecord(
        String id,
        String circuit,
        int attempt,
        String outcome,
        String reason,
        String device,
        Instant startedAt,
        Instant endedAt,
        List<Stage> stages) {
    /** One stage, by the wall clock. */
    public record Stage(String name, Instant startedAt, Instant endedAt) {}
}
