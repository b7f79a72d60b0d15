package io.proofmill.cli.worker;

import io.proofmill.engine.TaskObserver;
import io.proofmill.queue.Cancellation;
import io.proofmill.queue.Job;
import io.proofmill.queue.JobHandler;
import io.proofmill.queue.JobObserver;
import io.proofmill.queue.Outcome;
import io.proofmill.queue.Permit;
import io.proofmill.status.AttemptListener;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** The engine's handler, with every attempt put into the timeline, the metrics, the traces and the log. */
final class WatchedHandler implements JobHandler {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedHandler.class);

    private final EngineHandler handler;
    private final Observers observers;

    WatchedHandler(EngineHandler handler, Observers observers) {
        this.handler = handler;
        this.observers = observers;
    }

    @Override
    public Optional<Permit> tryAdmit(Job job) {
        return handler.tryAdmit(job);
    }

    @Override
    public CompletionStage<Outcome> handle(Job job, JobObserver observer, Cancellation cancellation) {
        List<AttemptListener> listeners = List.of(
                observers.timeline().started(job.id(), job.circuit(), job.attempt()),
                observers.metrics().started(job.circuit()),
                observers.traces().attempt(job.id()));
        observers.traces().traceParent(job.id()).ifPresent(observer::tracedAs);
        long start = System.nanoTime();
        return handler.handle(job, observer, cancellation, new Spectator(0, listeners))
                .whenComplete((outcome, bug) -> {
                    String reason = reason(outcome);
                    blame(outcome);
                    listeners.forEach(listener -> listener.ended(reason));
                    log(job, outcome, (System.nanoTime() - start) / 1_000_000);
                });
    }

    private static String reason(Outcome outcome) {
        return switch (outcome) {
            case null -> "INTERNAL";
            case Outcome.Proved proved -> "";
            case Outcome.Failed failed -> failed.reasonCode();
        };
    }

    private void blame(Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed && failed.reasonCode().equals("SELF_CHECK_FAILED")) {
            failed.device().ifPresent(observers.metrics()::selfCheckFailed);
        }
    }

    private static void log(Job job, Outcome outcome, long millis) {
        try (MDC.MDCCloseable ignored = MDC.putCloseable("job", job.id())) {
            switch (outcome) {
                case Outcome.Proved proved ->
                    LOG.info(
                            "proved {} on {} in {} ms, attempt {}",
                            job.circuit(),
                            proved.device(),
                            millis,
                            job.attempt());
                case Outcome.Failed failed ->
                    LOG.warn(
                            "{} after {} ms, attempt {}: {}",
                            failed.reasonCode(),
                            millis,
                            job.attempt(),
                            failed.message());
                case null -> LOG.error("no outcome after {} ms, attempt {}: a bug of ours", millis, job.attempt());
            }
        }
    }

    /** Tells the listeners what becomes of one part. */
    private record Spectator(int part, List<AttemptListener> listeners) implements TaskObserver {
        @Override
        public TaskObserver part(int other) {
            return new Spectator(other, listeners);
        }

        @Override
        public void onDevice(String device) {
            listeners.forEach(listener -> listener.onDevice(part, device));
        }

        @Override
        public void started(String stage) {
            listeners.forEach(listener -> listener.stageStarted(part, stage));
        }

        @Override
        public void finished(String stage, long nanos) {
            listeners.forEach(listener -> listener.stageFinished(part, stage, nanos));
        }
    }
}
