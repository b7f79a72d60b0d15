package io.proofmill.cli.fleet;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A {@link StatusReport} for people. */
final class StatusText {
    private final StringBuilder out = new StringBuilder();
    private final boolean withPartitions;

    private StatusText(boolean withPartitions) {
        this.withPartitions = withPartitions;
    }

    static String of(StatusReport report, boolean withPartitions) {
        StatusText text = new StatusText(withPartitions);
        text.members(report);
        text.topics(report);
        text.inFlight(report);
        text.outlook(report);
        return text.out.toString();
    }

    private void members(StatusReport report) {
        line("group %s: %s, %d worker(s)%s"
                .formatted(
                        report.group(),
                        report.state(),
                        report.members().size(),
                        report.mixedFleet() ? ", MIXED FLEET of builds " + String.join(", ", report.builds()) : ""));
        for (StatusReport.Member member : report.members()) {
            line("  %-40s %-20s %3d partition(s) %3d in flight"
                    .formatted(member.worker(), member.host(), member.partitions(), member.running()));
        }
    }

    private void topics(StatusReport report) {
        for (Map.Entry<String, StatusReport.Topic> entry : report.topics().entrySet()) {
            StatusReport.Topic topic = entry.getValue();
            line("  %-40s lag %-8d waiting %-8d started %-4d oldest %s"
                    .formatted(
                            entry.getKey(),
                            topic.lag(),
                            topic.waiting(),
                            topic.started(),
                            topic.oldestSeconds() == null ? "-" : seconds(topic.oldestSeconds())));
            if (withPartitions) {
                partitions(report.partitions(), entry.getKey());
            }
        }
    }

    private void partitions(List<StatusReport.Partition> partitions, String topic) {
        for (StatusReport.Partition one : partitions) {
            if (one.topic().equals(topic)) {
                line("    partition %-28d lag %-8d waiting %-8d started %-4d %s"
                        .formatted(
                                one.partition(),
                                one.lag(),
                                one.waiting(),
                                one.started(),
                                one.worker().isEmpty() ? "nobody's" : one.worker()));
            }
        }
    }

    private void inFlight(StatusReport report) {
        if (report.inFlight() == null) {
            line("in flight: unknown (%s)".formatted(report.note()));
            return;
        }
        line("in flight: %d".formatted(report.inFlight().size()));
        report.inFlight().forEach(job -> line("  %s".formatted(text(job))));
    }

    private void outlook(StatusReport report) {
        if (report.measured() == null) {
            return;
        }
        for (Pace.Measured measured : report.measured()) {
            line("  %-40s %d proved, mean %s, median %s, 95%% within %s"
                    .formatted(
                            measured.circuit(),
                            measured.count(),
                            seconds(measured.mean()),
                            seconds(measured.median()),
                            seconds(measured.p95())));
        }
        line("time left for what waits and runs: %s"
                .formatted(report.etaSeconds() == null ? "unknown" : seconds(report.etaSeconds())));
    }

    /** One line about a running job. */
    static String text(RunningJob job) {
        return "%-24s %-20s attempt %d  %-20s %-10s %-16s %s%s"
                .formatted(
                        job.id(),
                        job.circuit(),
                        job.attempt(),
                        job.worker(),
                        job.device().isEmpty() ? "-" : job.device(),
                        job.phase()
                                + (job.progress() == null ? "" : " %d%%".formatted(Math.round(job.progress() * 100))),
                        seconds(job.seconds()),
                        job.orphaned() ? "  its worker is gone" : "");
    }

    /** A time span, short: {@code 0.25 s}, {@code 3 min 5 s}, {@code 2 h 10 min}. */
    static String seconds(double seconds) {
        if (seconds < 60) {
            return String.format(Locale.ROOT, seconds < 10 ? "%.2f s" : "%.1f s", seconds);
        }
        long whole = Math.round(seconds);
        return whole < 3600
                ? whole / 60 + " min " + whole % 60 + " s"
                : whole / 3600 + " h " + whole % 3600 / 60 + " min";
    }

    private void line(String text) {
        out.append(text.stripTrailing()).append('\n');
    }
}
