package io.proofmill.queue;

import io.proofmill.schemas.FailureClass;
import io.proofmill.schemas.PayloadReference;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Calls the handler off the poll thread, and turns every way in which it can end into an {@link Outcome} in the mailbox. */
final class HandlerCalls {
    private static final Logger LOG = LoggerFactory.getLogger(HandlerCalls.class);

    /**
     * How a call ended.
     *
     * @param kept where the proof is when it must not travel in its result
     */
    record Finished(Outcome outcome, Optional<PayloadReference> kept) {}

    private final JobHandler handler;
    private final ResultStore results;
    private final Executor executor;
    private final Mailbox mailbox;

    HandlerCalls(JobHandler handler, ResultStore results, Executor executor, Mailbox mailbox) {
        this.handler = handler;
        this.results = results;
        this.executor = executor;
        this.mailbox = mailbox;
    }

    /**
     * Asked on the poll thread.
     *
     * @throws RuntimeException whatever the handler fails with; {@link #bug} says what that means for the job
     */
    Optional<Permit> tryAdmit(Job job) {
        return handler.tryAdmit(job);
    }

    void call(Job job, JobObserver observer, Cancellation cancellation, Consumer<Finished> then) {
        executor.execute(() -> {
            MDC.put("job", job.id());
            try {
                CompletionStage<Outcome> stage = handler.handle(job, observer, cancellation);
                stage.whenComplete((outcome, failure) -> {
                    Outcome end = outcome != null ? outcome : bug(job, cancellation, failure);
                    finish(job, end, cancellation, then);
                });
            } catch (RuntimeException | Error e) {
                tell(bug(job, cancellation, e), Optional.empty(), then);
            } finally {
                MDC.remove("job");
            }
        });
    }

    private void finish(Job job, Outcome outcome, Cancellation cancellation, Consumer<Finished> then) {
        if (outcome instanceof Outcome.Proved proved
                && results.takes(proved.proof().remaining())) {
            executor.execute(() -> {
                try {
                    Optional<PayloadReference> kept = results.keep(proved.proof(), cancellation);
                    tell(outcome, kept, then);
                } catch (InterruptedException e) {
                    LOG.debug("The worker ended before a proof was kept", e);
                } catch (RuntimeException e) {
                    tell(bug(job, cancellation, e), Optional.empty(), then);
                }
            });
        } else {
            tell(outcome, Optional.empty(), then);
        }
    }

    private void tell(Outcome outcome, Optional<PayloadReference> kept, Consumer<Finished> then) {
        mailbox.post(() -> then.accept(new Finished(outcome, kept)));
    }

    /** The failure of a job at which the handler itself failed. */
    static Outcome.Failed bug(Job job, Cancellation cancellation, Throwable failure) {
        if (!cancellation.requested()) {
            LOG.error("The handler ended job {} with an exception instead of an outcome", job.id(), failure);
        }
        return new Outcome.Failed(
                Reason.INTERNAL.name(),
                "the prover ended with an exception: " + failure,
                FailureClass.RETRYABLE,
                Optional.empty());
    }
}
