package io.proofmill.cli.fleet;

import io.proofmill.cli.queue.Coordinates;
import io.proofmill.schemas.ProofEvent;
import io.proofmill.schemas.WorkerIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * One event, for people and for programs.
 *
 * @param at when, ISO 8601, by the worker's wall clock
 * @param seconds how long the phase took; null unless the event ends one
 * @param progress share of the phase that is done; null unless the event tells of it
 * @param source the request's record, {@code topic-partition@offset}; empty where unknown
 * @param sentAt that record's time stamp, ISO 8601; empty where unknown
 */
record EventLine(
        String jobId,
        int attempt,
        int sequence,
        String phase,
        String at,
        Double seconds,
        Double progress,
        String circuit,
        String worker,
        String build,
        String host,
        String device,
        String reasonCode,
        String failureClass,
        String message,
        Map<String, String> details,
        String source,
        String sentAt) {
    static EventLine of(ProofEvent event) {
        Optional<WorkerIdentity> worker = Optional.ofNullable(event.getWorker());
        return new EventLine(
                event.getJobId(),
                event.getAttempt(),
                event.getSequence(),
                event.getPhase(),
                event.getAt().toString(),
                event.getDurationNanos() == null ? null : event.getDurationNanos() / 1e9,
                event.getProgress(),
                orEmpty(event.getCircuit()),
                worker.map(WorkerIdentity::getInstance).orElse(""),
                worker.map(WorkerIdentity::getBuild).orElse(""),
                worker.map(WorkerIdentity::getHost).orElse(""),
                orEmpty(event.getDevice()),
                orEmpty(event.getReasonCode()),
                event.getFailureClass() == null ? "" : event.getFailureClass().name(),
                orEmpty(event.getMessage()),
                event.getDetails(),
                event.getSource() == null ? "" : Coordinates.text(event.getSource()),
                event.getSource() == null
                        ? ""
                        : event.getSource().getTimestamp().toString());
    }

    /** The event that this line was made of, as far as a line tells. */
    ProofEvent event() {
        return ProofEvent.newBuilder()
                .setJobId(jobId)
                .setAttempt(attempt)
                .setSequence(sequence)
                .setPhase(phase)
                .setAt(Instant.parse(at))
                .setDurationNanos(seconds == null ? null : Math.round(seconds * 1e9))
                .setProgress(progress)
                .setCircuit(circuit)
                .setWorker(WorkerIdentity.newBuilder()
                        .setInstance(worker)
                        .setBuild(build)
                        .setHost(host)
                        .build())
                .setDevice(device.isEmpty() ? null : device)
                .setReasonCode(reasonCode.isEmpty() ? null : reasonCode)
                .setMessage(message.isEmpty() ? null : message)
                .setSource(Coordinates.parse(source, sentAt).orElse(null))
                .build();
    }

    /** Whether the job has its outcome with this event. */
    boolean endsJob() {
        return phase.equals("published") || phase.equals("dead-lettered") || phase.equals("cancelled");
    }

    /** For a timeline of one job: when, how long after its first event, who, what. */
    String inTimeline(Instant start) {
        double after = Duration.between(start, Instant.parse(at)).toMillis() / 1e3;
        return "%-24s %+10.3f s  %-24s attempt %d  %s".formatted(at, after, worker, attempt, what());
    }

    /** Among the events of other jobs. */
    String amongOthers() {
        return "%-24s %-24s %-24s attempt %d  %s".formatted(at, jobId, worker, attempt, what());
    }

    private String what() {
        StringBuilder text = new StringBuilder(phase);
        if (seconds != null) {
            text.append(" took ").append(StatusText.seconds(seconds));
        }
        if (progress != null) {
            text.append(" %d%%".formatted(Math.round(progress * 100)));
        }
        if (!device.isEmpty()) {
            text.append(" on ").append(device);
        }
        if (!reasonCode.isEmpty()) {
            text.append("  ").append(reasonCode).append(": ").append(message);
        }
        return text.toString();
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }
}
