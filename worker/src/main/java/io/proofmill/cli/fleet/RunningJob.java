package io.proofmill.cli.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * A job that a worker has begun and not ended.
 *
 * @param attempt 1 for the first
 * @param worker instance id
 * @param device empty before it had one
 * @param phase the latest one that the worker told of
 * @param progress share of that phase, 0 to 1; null where the worker did not say
 * @param since when the attempt began, ISO 8601
 * @param seconds how long ago that is
 * @param orphaned whether its worker has left the group or was started anew since: then another worker takes the job up
 */
record RunningJob(
        String id,
        String circuit,
        int attempt,
        String worker,
        String build,
        String device,
        String phase,
        Double progress,
        String since,
        double seconds,
        boolean orphaned) {
    /** All of them, the oldest first. */
    static List<RunningJob> of(FleetHistory history, Collection<String> members, Instant now) {
        return history.open().stream()
                .map(attempt -> new RunningJob(
                        attempt.jobId(),
                        attempt.circuit(),
                        attempt.attempt(),
                        attempt.instance(),
                        attempt.build(),
                        attempt.device(),
                        attempt.phase(),
                        attempt.progress().orElse(null),
                        attempt.startedAt().toString(),
                        Duration.between(attempt.startedAt(), now).toMillis() / 1e3,
                        !members.contains(attempt.instance()) || history.outlived(attempt)))
                .toList();
    }
}
