package io.proofmill.cli.fleet;

import io.proofmill.schemas.ProofEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What the events topic tells of all workers' attempts. Events may come repeated, and a final event before a last progress event. Not thread-safe. */
final class FleetHistory {
    private final Map<String, List<AttemptLife>> jobs = new LinkedHashMap<>();
    private final Map<String, Instant> newestStart = new HashMap<>();

    void accept(ProofEvent event) {
        if (event.getPhase().equals("duplicate")) {
            return;
        }
        List<AttemptLife> attempts = jobs.computeIfAbsent(event.getJobId(), ignored -> new ArrayList<>());
        AttemptLife attempt = attempts.reversed().stream()
                .filter(known -> known.owns(event))
                .findFirst()
                .orElseGet(() -> {
                    AttemptLife begun = new AttemptLife(event);
                    attempts.add(begun);
                    return begun;
                });
        attempt.accept(event);
        newestStart.merge(attempt.instance(), attempt.workerStartedAt(), (a, b) -> a.isAfter(b) ? a : b);
    }

    /** Every attempt, job by job. */
    Stream<AttemptLife> attempts() {
        return jobs.values().stream().flatMap(List::stream);
    }

    /** Attempts that have begun and not ended, and that no later one of their job has replaced; the oldest first. */
    List<AttemptLife> open() {
        return jobs.values().stream()
                .map(FleetHistory::current)
                .flatMap(Optional::stream)
                .filter(attempt -> attempt.end().isEmpty() && attempt.attempt() > 0)
                .sorted(Comparator.comparing(AttemptLife::startedAt))
                .toList();
    }

    /** Whether a later process has taken the name of this attempt's worker: then the attempt died with its worker. */
    boolean outlived(AttemptLife attempt) {
        return newestStart.get(attempt.instance()).isAfter(attempt.workerStartedAt());
    }

    private static Optional<AttemptLife> current(List<AttemptLife> attempts) {
        return attempts.stream()
                .max(Comparator.comparing(AttemptLife::startedAt).thenComparingInt(AttemptLife::attempt));
    }
}
