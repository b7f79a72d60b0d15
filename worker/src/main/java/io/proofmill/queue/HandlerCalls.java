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

    /** Asked on the poll thread. A handler that fails here has no room. */
    Optional<Permit> tryAdmit(Job job) {
        try {
            return handler.tryAdmit(job);
        } catch (RuntimeException e) {
            LOG.error("The handler failed when it was asked for room for job {}", job.id(), e);
            return Optional.empty();
        }
    }

    void call(Job job, JobObserver observer, Cancellation cancellation, Consumer<Finished> then) {
        executor.execute(() -> {
            MDC.put("job", job.id());
            CompletionStage<Outcome> stage;
            try {
                stage = handler.handle(job, observer, cancellation);
            } catch (RuntimeException | Error e) {
                Finished end = new Finished(bug(job, cancellation, e), Optional.empty());
                mailbox.post(() -> then.accept(end));
                return;
            } finally {
                MDC.remove("job");
            }
            stage.whenComplete((outcome, failure) -> {
                Outcome end = outcome != null ? outcome : bug(job, cancellation, failure);
                finish(end, cancellation, then);
            });
        });
    }

    private void finish(Outcome outcome, Cancellation cancellation, Consumer<Finished> then) {
        if (outcome instanceof Outcome.Proved proved
                && results.takes(proved.proof().remaining())) {
            executor.execute(() -> {
                try {
                    Optional<PayloadReference> kept = results.keep(proved.proof(), cancellation);
                    mailbox.post(() -> then.accept(new Finished(outcome, kept)));
                } catch (InterruptedException e) {
                    LOG.debug("The worker ended before a proof was kept", e);
                }
            });
        } else {
            mailbox.post(() -> then.accept(new Finished(outcome, Optional.empty())));
        }
    }

    private static Outcome bug(Job job, Cancellation cancellation, Throwable failure) {
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
