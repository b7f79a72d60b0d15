package io.proofmill.cli.fleet;

import io.proofmill.cli.Terminal;
import io.proofmill.cli.config.DurationText;
import io.proofmill.cli.files.JsonOption;
import io.proofmill.cli.queue.Cluster;
import io.proofmill.cli.queue.ClusterOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill status}: who is in the group, what they are doing, and how much is left to do. */
@Command(
        name = "status",
        description =
                "Shows the workers in the group with their builds, the backlog, the jobs in flight and the time left.",
        footer = {
            "",
            "It asks the brokers and reads the events topic; no worker need answer. The time left assumes that what waits is"
                    + " like what was proved lately."
        },
        mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {
    /** Cursor home, and clear what is below it: the picture is drawn over the last one. */
    private static final String REDRAW = "\033[H\033[J";

    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private JsonOption json;

    @Option(names = "--partitions", description = "Shows each partition, and who owns it.")
    private boolean partitions;

    @Mixin
    private SinceOption since;

    @Option(
            names = "--watch",
            description = "Shows it again and again, until interrupted; --json gives one line a time.")
    private boolean watch;

    @Option(
            names = "--interval",
            paramLabel = "DURATION",
            defaultValue = "2s",
            converter = DurationText.class,
            description = "With --watch: time between two looks. Default: ${DEFAULT-VALUE}.")
    private Duration interval;

    @Option(names = "--ticks", paramLabel = "N", description = "With --watch: ends after so many looks.")
    private long ticks = Long.MAX_VALUE;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return Cluster.with(cluster.read(), connected -> {
            try (FleetReader reader = new FleetReader(connected, since.duration(), InstantSource.system())) {
                if (watch) {
                    watch(reader);
                } else {
                    show(reader.read());
                }
            }
            return 0;
        });
    }

    private void show(StatusReport report) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (!json.replacesText()) {
            out.print(StatusText.of(report, partitions));
            out.flush();
        }
        json.write(out, report);
    }

    private void watch(FleetReader reader) throws IOException, InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        String between = Terminal.isAttached() ? REDRAW : "";
        for (long tick = 1; ; tick++) {
            StatusReport report = reader.read();
            if (!json.replacesText()) {
                out.print(between + report.at() + "\n" + StatusText.of(report, partitions));
                out.flush();
            }
            json.writeLine(out, report);
            if (tick >= ticks) {
                return;
            }
            Thread.sleep(interval);
        }
    }
}
