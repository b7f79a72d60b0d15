package io.proofmill.queue;

import io.proofmill.schemas.JobState;
import io.proofmill.schemas.Replay;

/** What the memory of a job id says to a request with that id. */
sealed interface Judgement {
    /** The job is new, or its own earlier attempt was cut off, or a dead letter is replayed: work on it. */
    record GoOn() implements Judgement {}

    /** The same statement was proved before. */
    record ProvedBefore(JobMemory.Entry entry) implements Judgement {}

    /** The same statement was dead-lettered before, or this replay of it has been worked on already. */
    record FailedBefore(String reasonCode) implements Judgement {}

    /** The same job is under way already, from another record. */
    record UnderWay() implements Judgement {}

    /** The id stands for another statement. */
    record Conflict() implements Judgement {}

    /** Judges a request by what is remembered of its id. */
    static Judgement of(AcceptedRequest request, JobMemory memory) {
        return memory.of(request.jobId()).map(entry -> judge(request, entry)).orElseGet(GoOn::new);
    }

    private static Judgement judge(AcceptedRequest request, JobMemory.Entry entry) {
        Replay replay = request.request().getReplay();
        boolean isNewReplay = replay != null && replay.getCount() > entry.replays();
        boolean same = entry.isBoundTo(request.statementDigest());
        return switch (entry.state()) {
            case PROVED -> same ? new ProvedBefore(entry) : new Conflict();
            case STARTED -> {
                boolean own = request.raw().source().equals(entry.started().source());
                yield own ? new GoOn() : same ? new UnderWay() : new Conflict();
            }
            case DEAD_LETTERED, CANCELLED -> {
                if (isNewReplay) {
                    yield new GoOn();
                }
                yield same || replay != null ? new FailedBefore(entry.reasonCode()) : new Conflict();
            }
            case UNKNOWN -> new GoOn();
        };
    }

    /** True for states after which a job is over. */
    static boolean isOver(JobState state) {
        return state == JobState.PROVED || state == JobState.DEAD_LETTERED || state == JobState.CANCELLED;
    }
}
