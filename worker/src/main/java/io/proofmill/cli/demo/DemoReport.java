package io.proofmill.cli.demo;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.proofmill.schemas.DeadLetter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The demo's answer, as people and programs get it.
 *
 * @param jobs requests sent
 * @param proved jobs with a published proof, replays included
 * @param verified published proofs that verify under their circuit's key
 * @param deadLettered dead letters written
 * @param replayed dead letters sent again
 * @param committedOffsets records of the request topics that the group has committed
 * @param seconds from the first request to the last outcome
 * @param details each job
 */
@JsonPropertyOrder({"jobs", "proved", "verified", "deadLettered", "replayed", "committedOffsets", "seconds", "details"})
record DemoReport(
        int jobs,
        int proved,
        int verified,
        int deadLettered,
        int replayed,
        long committedOffsets,
        double seconds,
        List<Line> details) {
    static DemoReport of(int jobs, List<JobOutcome> outcomes, long committedOffsets, double seconds) {
        int proved = count(outcomes, outcome -> outcome.result().isPresent());
        return new DemoReport(
                jobs,
                proved,
                count(outcomes, JobOutcome::verified),
                outcomes.size() - proved,
                outcomes.size() - jobs,
                committedOffsets,
                seconds,
                outcomes.stream().map(Line::of).toList());
    }

    /** Every good job and the mended one proved, every proof verified, the two bad ones dead-lettered for the right reason, every record committed. */
    @JsonIgnore
    boolean asExpected() {
        return proved == jobs - 1
                && verified == proved
                && deadLettered == 2
                && hasReason("UNSATISFIED")
                && hasReason("UNKNOWN_CIRCUIT")
                && committedOffsets == jobs + replayed;
    }

    private boolean hasReason(String reason) {
        return details.stream().anyMatch(line -> reason.equals(line.reason()));
    }

    private static int count(List<JobOutcome> outcomes, Predicate<JobOutcome> predicate) {
        return (int) outcomes.stream().filter(predicate).count();
    }

    /** One outcome of one job. */
    record Line(
            String job,
            String circuit,
            String curve,
            String sent,
            String result,
            String reason,
            String message,
            String device,
            Map<String, Double> seconds) {
        static Line of(JobOutcome outcome) {
            DemoJob job = outcome.job();
            return new Line(
                    job.id(),
                    job.circuit(),
                    job.curve(),
                    job.form().words(),
                    outcome.result().isPresent() ? "proved" : "dead-lettered",
                    outcome.deadLetter().map(DeadLetter::getReasonCode).orElse(null),
                    outcome.deadLetter().map(DeadLetter::getMessage).orElse(null),
                    outcome.result().map(result -> result.getDevice()).orElse(null),
                    outcome.seconds());
        }
    }

    /** A table for a terminal. */
    static String table(List<JobOutcome> outcomes) {
        StringBuilder out = new StringBuilder();
        String row = "%-9s %-16s %-27s %7s %10s %8s %7s  %s%n";
        out.append(String.format(
                Locale.ROOT, row, "job", "circuit", "sent", "queue", "synthesis", "proving", "check", "result"));
        for (JobOutcome outcome : outcomes) {
            Map<String, Double> seconds = outcome.seconds();
            out.append(String.format(
                    Locale.ROOT,
                    row,
                    outcome.job().id(),
                    outcome.job().circuit(),
                    outcome.job().form().words(),
                    cell(seconds, "queue"),
                    cell(seconds, "synthesis"),
                    cell(seconds, "proving"),
                    cell(seconds, "check"),
                    outcome.words()));
        }
        return out.toString();
    }

    private static String cell(Map<String, Double> seconds, String stage) {
        Double value = seconds.get(stage);
        return value == null ? "" : String.format(Locale.ROOT, "%.3f", value);
    }
}
