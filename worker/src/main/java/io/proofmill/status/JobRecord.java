package io.proofmill.status;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One attempt at a job.
 *
 * @param outcome {@code proved}, {@code failed} or {@code running}
 * @param reason reason code of a failure; empty otherwise
 * @param device where its latest part runs or ran; empty before it had one
 * @param phase the stage that began last and has not ended; empty when there is none
 * @param progress share from 0 to 1 that is done, judged by what the circuit's latest proof took; absent before there was one
 * @param startedAt when the attempt began
 * @param endedAt when it was over; now while it runs
 * @param stages in the order in which they ended, then those that are open
 */
public record JobRecord(
        String id,
        String circuit,
        int attempt,
        String outcome,
        String reason,
        String device,
        String phase,
        Optional<Double> progress,
        Instant startedAt,
        Instant endedAt,
        List<Stage> stages) {
    /**
     * One stage of one part, by the wall clock.
     *
     * @param device where it ran; empty for a stage of the host
     */
    public record Stage(int part, String name, String device, Instant startedAt, Instant endedAt) {}

    boolean isRunning() {
        return outcome.equals("running");
    }

    Duration took() {
        return Duration.between(startedAt, endedAt);
    }

    /** The same without its stages, for a list that is sent often. */
    JobRecord brief() {
        return new JobRecord(
                id, circuit, attempt, outcome, reason, device, phase, progress, startedAt, endedAt, List.of());
    }
}
