package io.proofmill.queue;

import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.WorkerIdentity;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Which dead letters are meant. An empty set or time selects all; a letter must meet every condition.
 *
 * @param ids job ids, or letters' own ids ({@link LocatedLetter#id})
 * @param reasons reason codes
 * @param circuits names of circuits
 * @param workers instances that gave up
 * @param builds builds that gave up
 * @param from earliest time of giving up
 * @param until time of giving up must be before this
 */
public record LetterSelection(
        Set<String> ids,
        Set<String> reasons,
        Set<String> circuits,
        Set<String> workers,
        Set<String> builds,
        Optional<Instant> from,
        Optional<Instant> until) {
    public LetterSelection {
        ids = Set.copyOf(ids);
        reasons = Set.copyOf(reasons);
        circuits = Set.copyOf(circuits);
        workers = Set.copyOf(workers);
        builds = Set.copyOf(builds);
    }

    /** All letters. */
    public static LetterSelection all() {
        return new LetterSelection(
                Set.of(), Set.of(), Set.of(), Set.of(), Set.of(), Optional.empty(), Optional.empty());
    }

    /** The letters of these jobs. */
    public static LetterSelection ofJobs(Set<String> jobIds) {
        return new LetterSelection(jobIds, Set.of(), Set.of(), Set.of(), Set.of(), Optional.empty(), Optional.empty());
    }

    public boolean selects(LocatedLetter located) {
        DeadLetter letter = located.letter();
        WorkerIdentity worker = letter.getWorker();
        return (ids.isEmpty() || ids.contains(located.id()) || has(ids, letter.getJobId()))
                && (reasons.isEmpty() || reasons.contains(letter.getReasonCode()))
                && (circuits.isEmpty() || has(circuits, letter.getCircuit()))
                && (workers.isEmpty() || has(workers, worker == null ? null : worker.getInstance()))
                && (builds.isEmpty() || has(builds, worker == null ? null : worker.getBuild()))
                && from.filter(letter.getAt()::isBefore).isEmpty()
                && until.filter(moment -> !letter.getAt().isBefore(moment)).isEmpty();
    }

    private static boolean has(Set<String> wanted, String value) {
        return value != null && wanted.contains(value);
    }
}
