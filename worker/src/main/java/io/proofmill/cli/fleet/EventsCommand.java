package io.proofmill.cli.fleet;

import io.proofmill.cli.config.DurationText;
import io.proofmill.cli.files.JsonOption;
import io.proofmill.cli.queue.Cluster;
import io.proofmill.cli.queue.ClusterOptions;
import io.proofmill.queue.TopicReader;
import io.proofmill.schemas.ProofEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill events}: what happened to a job, or to all of them. */
@Command(
        name = "events",
        description = "Shows a job's life as a timeline, or what happens to all jobs.",
        footer = {
            "",
            "Exit codes: 0 done; 1 when there are no events of the job, or, with --follow, when the job was given up or the"
                    + " time was over before its outcome."
        },
        mixinStandardHelpOptions = true)
public final class EventsCommand implements Callable<Integer> {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration OF_ALL_JOBS = Duration.ofHours(1);

    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private JsonOption json;

    @Option(names = "--job", paramLabel = "ID", description = "Only events of this job.")
    private String jobId;

    @Option(
            names = "--follow",
            description = "Goes on as events come: with --job until its outcome, otherwise until interrupted.")
    private boolean follow;

    @Option(
            names = "--since",
            paramLabel = "DURATION",
            converter = DurationText.class,
            description = "How far back to begin. Default: of one job everything, of all jobs the last hour.")
    private Duration since;

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            converter = DurationText.class,
            description = "With --follow: ends after this time.")
    private Duration limit;

    private final Set<List<Object>> seen = new HashSet<>();
    private Instant start;
    private EventLine outcome;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return Cluster.with(cluster.read(), connected -> {
            try (TopicReader<ProofEvent> events =
                    TopicReader.events(connected.settings(), connected.registry(), Cluster.CLIENT)) {
                if (since != null || jobId == null) {
                    events.seekTo(Instant.now().minus(since == null ? OF_ALL_JOBS : since));
                }
                return follow ? follow(events) : list(events);
            }
        });
    }

    private int list(TopicReader<ProofEvent> events) throws IOException {
        List<EventLine> lines = new ArrayList<>();
        events.readToEnd((at, event) -> {
            if (isWanted(event)) {
                lines.add(EventLine.of(event));
            }
        });
        lines.sort(Comparator.comparing((EventLine line) -> Instant.parse(line.at()))
                .thenComparingInt(EventLine::attempt)
                .thenComparingInt(EventLine::sequence));
        PrintWriter out = spec.commandLine().getOut();
        if (!json.replacesText()) {
            lines.forEach(line -> print(out, line));
            out.printf("%d event(s)%n", lines.size());
            out.flush();
        }
        json.write(out, lines);
        return lines.isEmpty() && jobId != null ? 1 : 0;
    }

    private int follow(TopicReader<ProofEvent> events) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        long end = System.nanoTime() + (limit == null ? Long.MAX_VALUE / 2 : limit.toNanos());
        List<EventLine> come = new ArrayList<>();
        while ((outcome == null || jobId == null) && System.nanoTime() - end < 0) {
            come.clear();
            events.poll(POLL, (at, event) -> {
                if (isWanted(event)) {
                    come.add(EventLine.of(event));
                }
            });
            for (EventLine line : come) {
                outcome = line.endsJob() ? line : outcome;
                if (!json.replacesText()) {
                    print(out, line);
                }
                json.writeLine(out, line);
            }
            out.flush();
        }
        return jobId == null || (outcome != null && outcome.phase().equals("published")) ? 0 : 1;
    }

    private void print(PrintWriter out, EventLine line) {
        if (jobId == null) {
            out.println(line.amongOthers());
            return;
        }
        if (start == null) {
            start = Instant.parse(line.at());
            out.printf("job %s, circuit %s, request %s%n", line.jobId(), line.circuit(), line.source());
        }
        out.println(line.inTimeline(start));
    }

    /** Of this job, if one is asked for, and not a repeat: events are sent at least once. */
    private boolean isWanted(ProofEvent event) {
        return (jobId == null || event.getJobId().equals(jobId))
                && seen.add(List.of(
                        event.getJobId(),
                        event.getAttempt(),
                        event.getSequence(),
                        event.getAt(),
                        event.getWorker() == null ? "" : event.getWorker().getInstance()));
    }
}
