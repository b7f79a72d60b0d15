package io.proofmill.cli.fleet;

import io.proofmill.queue.UnfinishedJobs.Unfinished;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What {@code proofmill jobs} answers. A list that was not asked for is null.
 *
 * @param running jobs that workers have under way, the oldest first
 * @param waiting requests that nobody has under way, the oldest first
 * @param retrying jobs that wait for their next attempt, the next one first
 */
record UnfinishedReport(List<RunningJob> running, List<Waiting> waiting, List<Retrying> retrying) {
    /**
     * A request that waits.
     *
     * @param record where it stands, {@code topic-partition@offset}
     * @param starts how often workers have started it without an outcome
     */
    record Waiting(String id, String circuit, String record, String since, double seconds, int starts) {}

    /**
     * A job that was tried and waits.
     *
     * @param attempts how often it was tried
     * @param notBefore when it may be tried again, ISO 8601
     * @param inSeconds how long until then; negative when that is past
     * @param reasonCode why the last attempt failed
     */
    record Retrying(
            String id,
            String circuit,
            String record,
            int attempts,
            String notBefore,
            double inSeconds,
            String reasonCode,
            String message) {}

    static UnfinishedReport of(List<RunningJob> running, List<Unfinished> unfinished, Instant now) {
        Set<String> underWay = running.stream()
                .filter(job -> !job.orphaned())
                .map(RunningJob::id)
                .collect(Collectors.toSet());
        List<Unfinished> idle = unfinished.stream()
                .filter(job -> !underWay.contains(job.jobId()))
                .toList();
        return new UnfinishedReport(
                running,
                idle.stream()
                        .filter(job -> job.retry().isEmpty())
                        .sorted(Comparator.comparing(Unfinished::sentAt))
                        .map(job -> waiting(job, now))
                        .toList(),
                idle.stream()
                        .filter(job -> job.retry().isPresent())
                        .sorted(Comparator.comparing(
                                job -> job.retry().orElseThrow().notBefore()))
                        .map(job -> retrying(job, now))
                        .toList());
    }

    UnfinishedReport only(boolean withRunning, boolean withWaiting, boolean withRetrying) {
        return new UnfinishedReport(
                withRunning ? running : null, withWaiting ? waiting : null, withRetrying ? retrying : null);
    }

    String text() {
        StringBuilder out = new StringBuilder();
        if (running != null) {
            out.append("running: ").append(running.size()).append('\n');
            running.forEach(job -> out.append("  ")
                    .append(StatusText.text(job).stripTrailing())
                    .append('\n'));
        }
        if (waiting != null) {
            out.append("waiting: ").append(waiting.size()).append('\n');
            waiting.forEach(job -> out.append("  %-24s %-20s %-34s for %s%s%n"
                    .formatted(
                            job.id(),
                            job.circuit().isEmpty() ? "(undecodable)" : job.circuit(),
                            job.record(),
                            StatusText.seconds(job.seconds()),
                            job.starts() == 0 ? "" : ", started " + job.starts() + " time(s) before")));
        }
        if (retrying != null) {
            out.append("retrying: ").append(retrying.size()).append('\n');
            retrying.forEach(job -> out.append("  %-24s %-20s tried %d time(s), again %s, %s: %s%n"
                    .formatted(
                            job.id(),
                            job.circuit(),
                            job.attempts(),
                            job.inSeconds() > 0 ? "in " + StatusText.seconds(job.inSeconds()) : "at once",
                            job.reasonCode(),
                            job.message())));
        }
        return out.toString();
    }

    private static Waiting waiting(Unfinished job, Instant now) {
        return new Waiting(
                job.jobId(),
                job.circuit(),
                record(job),
                job.sentAt().toString(),
                Duration.between(job.sentAt(), now).toMillis() / 1e3,
                job.starts());
    }

    private static Retrying retrying(Unfinished job, Instant now) {
        var retry = job.retry().orElseThrow();
        return new Retrying(
                job.jobId(),
                job.circuit(),
                record(job),
                retry.attempts(),
                retry.notBefore().toString(),
                Duration.between(now, retry.notBefore()).toMillis() / 1e3,
                retry.reasonCode(),
                retry.message());
    }

    private static String record(Unfinished job) {
        return String.format(Locale.ROOT, "%s-%d@%d", job.topic(), job.partition(), job.offset());
    }
}
