package io.proofmill.queue;

import io.proofmill.schemas.FailureClass;
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

    private final JobHandler handler;
    private final Executor executor;
    private final Mailbox mailbox;

    HandlerCalls(JobHandler handler, Executor executor, Mailbox mailbox) {
        this.handler = handler;
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

    void call(Job job, JobObserver observer, Cancellation cancellation, Consumer<Outcome> then) {
        executor.execute(() -> {
            MDC.put("job", job.id());
            CompletionStage<Outcome> stage;
            try {
                stage = handler.handle(job, observer, cancellation);
            } catch (RuntimeException | Error e) {
                mailbox.post(() -> then.accept(bug(job, cancellation, e)));
                return;
            } finally {
                MDC.remove("job");
            }
            stage.whenComplete((outcome, failure) -> {
                Outcome end = outcome != null ? outcome : bug(job, cancellation, failure);
                mailbox.post(() -> then.accept(end));
            });
        });
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
