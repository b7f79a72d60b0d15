package io.proofmill.cli.fleet;

import io.proofmill.cli.files.JsonOption;
import io.proofmill.cli.queue.Cluster;
import io.proofmill.cli.queue.ClusterOptions;
import io.proofmill.queue.GroupView;
import io.proofmill.queue.UnfinishedJobs;
import io.proofmill.queue.UnfinishedJobs.Unfinished;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill jobs}: jobs that are not done yet. */
@Command(
        name = "jobs",
        description = "Lists the jobs that are not done: running, waiting, or waiting for their next attempt.",
        footer = {"", "With none of --running, --waiting and --retrying: all three."},
        mixinStandardHelpOptions = true)
public final class JobsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private JsonOption json;

    @Option(names = "--running", description = "Jobs that a worker has under way.")
    private boolean running;

    @Option(names = "--waiting", description = "Requests that nobody has started.")
    private boolean waiting;

    @Option(names = "--retrying", description = "Jobs that wait for their next attempt.")
    private boolean retrying;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Lists at most the N oldest jobs of each partition. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Mixin
    private SinceOption since;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return Cluster.with(cluster.read(), connected -> {
            UnfinishedReport report = read(connected);
            PrintWriter out = spec.commandLine().getOut();
            if (!json.replacesText()) {
                out.print(report.text());
                out.flush();
            }
            json.write(out, report);
            return 0;
        });
    }

    private UnfinishedReport read(Cluster connected) throws InterruptedException {
        boolean all = !running && !waiting && !retrying;
        InstantSource clock = InstantSource.system();
        try (FleetReader reader = new FleetReader(connected, since.duration(), clock)) {
            List<Unfinished> unfinished =
                    UnfinishedJobs.read(connected.settings(), connected.registry(), Cluster.CLIENT, limit);
            StatusReport.Fleet fleet = StatusReport.Fleet.of(GroupView.read(connected.settings(), Cluster.CLIENT));
            Instant now = clock.instant();
            List<RunningJob> live = RunningJob.of(reader.history(), fleet.instances(), now);
            return UnfinishedReport.of(live, unfinished, now).only(all || running, all || waiting, all || retrying);
        }
    }
}
