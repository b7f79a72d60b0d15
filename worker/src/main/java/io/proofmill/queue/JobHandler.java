package io.proofmill.queue;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Whoever does the work. The queue owns delivery, attempts and publishing; the handler owns the proof.
 *
 * <p>The handler must answer every job: with a proof it has checked, or with a failure. When the cancellation is requested it should stop soon and answer a failure; the queue
 * knows why it asked and ignores the reason given.
 */
public interface JobHandler {
    /**
     * Asks for room before a job is started, so that intake is bounded by the handler's memory and not only by a count.
     *
     * @return the permit, or empty when there is no room now: the queue asks again when a job has ended or a moment has passed
     */
    Optional<Permit> tryAdmit(Job job);

    /**
     * Starts the job. Returns soon; the stage completes with the outcome. Called once for each attempt, from a virtual thread, after the attempt is durable. A stage that completes
     * exceptionally counts as our own bug: {@code INTERNAL}, retryable.
     */
    CompletionStage<Outcome> handle(Job job, JobObserver observer, Cancellation cancellation);
}
