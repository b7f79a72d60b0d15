package io.proofmill.cli.fleet;

import io.proofmill.schemas.ProofEvent;
import io.proofmill.schemas.RecordCoordinates;
import io.proofmill.schemas.WorkerIdentity;
import java.time.Duration;
import java.time.Instant;

/** Writes events as workers do. Times are milliseconds after {@link #START}. */
final class EventScript {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final FleetHistory history;

    EventScript(FleetHistory history) {
        this.history = history;
    }

    static Instant at(long millis) {
        return START.plusMillis(millis);
    }

    /** An event of attempt 1 of a process that started at {@link #START}. */
    static ProofEvent.Builder event(String job, String worker, int sequence, String phase, long millis) {
        return ProofEvent.newBuilder()
                .setJobId(job)
                .setAttempt(1)
                .setSequence(sequence)
                .setPhase(phase)
                .setAt(at(millis))
                .setCircuit("cubic")
                .setSource(RecordCoordinates.newBuilder()
                        .setTopic("proof.requests")
                        .setPartition(0)
                        .setOffset(job.hashCode())
                        .setTimestamp(START)
                        .build())
                .setWorker(worker(worker, START));
    }

    static WorkerIdentity worker(String instance, Instant startedAt) {
        return WorkerIdentity.newBuilder()
                .setInstance(instance)
                .setBuild("b1")
                .setHost("h")
                .setStartedAt(startedAt)
                .build();
    }

    EventScript tell(ProofEvent.Builder... events) {
        for (ProofEvent.Builder event : events) {
            history.accept(event.build());
        }
        return this;
    }

    /** A proof that took from one moment to the other. */
    EventScript proved(String job, String worker, long from, long to) {
        return tell(
                event(job, worker, 0, "accepted", from),
                event(job, worker, 1, "proving", to)
                        .setDurationNanos(Duration.ofMillis(to - from).toNanos()),
                event(job, worker, 2, "published", to));
    }
}
