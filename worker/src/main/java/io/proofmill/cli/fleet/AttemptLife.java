package io.proofmill.cli.fleet;

import io.proofmill.schemas.ProofEvent;
import io.proofmill.schemas.RecordCoordinates;
import io.proofmill.schemas.WorkerIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One worker's attempt at a job, as its events tell it. Repeats of an event change nothing. */
final class AttemptLife {
    private static final Set<String> ENDS = Set.of("published", "retried", "dead-lettered", "cancelled");

    private final BitSet seen = new BitSet();
    private final Map<String, Long> phaseNanos = new LinkedHashMap<>();
    private final ProofEvent first;
    private Instant startedAt;
    private ProofEvent latest;
    private ProofEvent end;
    private String device = "";

    AttemptLife(ProofEvent first) {
        this.first = first;
        this.startedAt = first.getAt();
        this.latest = first;
        accept(first);
    }

    /**
     * Whether the event belongs here: same attempt, worker process and request. A job that a worker starts again under the same number, because the surroundings failed it, begins a new life.
     */
    boolean owns(ProofEvent event) {
        boolean startsAgain = event.getSequence() == 0
                && seen.get(0)
                && !event.getAt().equals(first.getAt())
                && first.getSequence() == 0;
        return event.getAttempt() == first.getAttempt()
                && worker(event).equals(worker(first))
                && sameSource(event.getSource(), first.getSource())
                && !startsAgain;
    }

    void accept(ProofEvent event) {
        if (seen.get(event.getSequence())) {
            return;
        }
        seen.set(event.getSequence());
        if (event.getAt().isBefore(startedAt)) {
            startedAt = event.getAt();
        }
        if (event.getDevice() != null) {
            device = event.getDevice();
        }
        if (event.getDurationNanos() != null) {
            phaseNanos.merge(event.getPhase(), event.getDurationNanos(), Long::sum);
        }
        if (ENDS.contains(event.getPhase())) {
            end = event;
        }
        if (event.getSequence() >= latest.getSequence()) {
            latest = event;
        }
    }

    String jobId() {
        return first.getJobId();
    }

    /** 1 for the first; 0 when the job ended without a start. */
    int attempt() {
        return first.getAttempt();
    }

    String circuit() {
        return first.getCircuit() == null ? "" : first.getCircuit();
    }

    String instance() {
        return worker(first).getInstance();
    }

    String build() {
        return worker(first).getBuild();
    }

    /** When the worker's process started: tells a restarted worker from the one before it. */
    Instant workerStartedAt() {
        return worker(first).getStartedAt();
    }

    /** The request's record; empty where the worker did not say. */
    Optional<RecordCoordinates> source() {
        return Optional.ofNullable(first.getSource());
    }

    /** Empty before the job had one. */
    String device() {
        return device;
    }

    /** Name of the latest phase. */
    String phase() {
        return latest.getPhase();
    }

    /** Share of the phase that is done, 0 to 1, where the worker said so. */
    Optional<Double> progress() {
        return Optional.ofNullable(latest.getProgress());
    }

    Instant startedAt() {
        return startedAt;
    }

    /** The event that ended it; empty while it runs, or when its worker died. */
    Optional<ProofEvent> end() {
        return Optional.ofNullable(end);
    }

    boolean proved() {
        return end != null && end.getPhase().equals("published");
    }

    /** From its start to its end by the worker's wall clock; empty while it runs. */
    Optional<Duration> took() {
        return end().map(event -> Duration.between(startedAt, event.getAt()));
    }

    /** Nanoseconds of each phase that has ended, parts together. */
    Map<String, Long> phaseNanos() {
        return phaseNanos;
    }

    private static boolean sameSource(RecordCoordinates a, RecordCoordinates b) {
        if (a == null || b == null) {
            return a == null && b == null;
        }
        return a.getTopic().equals(b.getTopic())
                && a.getPartition() == b.getPartition()
                && a.getOffset() == b.getOffset();
    }

    private static WorkerIdentity worker(ProofEvent event) {
        return event.getWorker() == null
                ? WorkerIdentity.newBuilder().setInstance("").build()
                : event.getWorker();
    }
}
