package io.proofmill.cli.worker;

import io.proofmill.queue.Cancellation;
import io.proofmill.queue.Job;
import io.proofmill.queue.JobHandler;
import io.proofmill.queue.JobObserver;
import io.proofmill.queue.Outcome;
import io.proofmill.queue.Permit;
import io.proofmill.status.JobTimeline;
import io.proofmill.status.WorkerMetrics;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Another handler, with every attempt put into the timeline, the metrics and the log. */
final class WatchedHandler implements JobHandler {
    private static final Logger LOG = LoggerFactory.getLogger(WatchedHandler.class);

    private final JobHandler handler;
    private final JobTimeline timeline;
    private final WorkerMetrics metrics;

    WatchedHandler(JobHandler handler, JobTimeline timeline, WorkerMetrics metrics) {
        this.handler = handler;
        this.timeline = timeline;
        this.metrics = metrics;
    }

    @Override
    public Optional<Permit> tryAdmit(Job job) {
        return handler.tryAdmit(job);
    }

    @Override
    public CompletionStage<Outcome> handle(Job job, JobObserver observer, Cancellation cancellation) {
        JobTimeline.Attempt attempt = timeline.started(job.id(), job.circuit(), job.attempt());
        long start = System.nanoTime();
        return handler.handle(job, new Relay(job, observer, attempt, metrics), cancellation)
                .whenComplete((outcome, bug) -> {
                    String reason = reason(outcome);
                    attempt.ended(reason);
                    metrics.attemptEnded(knownCircuit(job, reason), reason);
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

    /** A label has few values: a name that only a request knows is not one. */
    private static String knownCircuit(Job job, String reason) {
        return reason.equals("UNKNOWN_CIRCUIT") ? "unknown" : job.circuit();
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

    private record Relay(Job job, JobObserver observer, JobTimeline.Attempt attempt, WorkerMetrics metrics)
            implements JobObserver {
        @Override
        public void onDevice(String device) {
            attempt.onDevice(device);
            observer.onDevice(device);
        }

        @Override
        public void phaseStarted(String phase) {
            attempt.stageStarted(phase);
            observer.phaseStarted(phase);
        }

        @Override
        public void phaseFinished(String phase, long nanos) {
            attempt.stageFinished(phase);
            metrics.stageEnded(job.circuit(), phase, nanos);
            observer.phaseFinished(phase, nanos);
        }

        @Override
        public void progress(String phase, double share) {
            observer.progress(phase, share);
        }
    }
}
