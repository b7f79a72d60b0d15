package io.proofmill.cli.queue;

import io.proofmill.cli.files.JsonOutput;
import io.proofmill.queue.GroupView;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill status}: who is in the group, and how much is left to do. */
@Command(
        name = "status",
        description = "Lists the workers in the group with their builds, and each topic's backlog.",
        mixinStandardHelpOptions = true)
public final class StatusCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Option(names = "--json", paramLabel = "FILE", description = "Writes the answer as JSON too.")
    private Path json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        return Cluster.with(cluster.read(), connected -> {
            GroupView view = GroupView.read(connected.settings(), Cluster.CLIENT);
            print(connected.settings().group(), view);
            if (json != null) {
                Files.writeString(json, JsonOutput.write(view));
            }
            return 0;
        });
    }

    private void print(String group, GroupView view) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "group %s: %s, %d worker(s)%n",
                group, view.state(), view.members().size());
        view.members()
                .forEach(member -> out.printf(
                        "  %-40s %-20s %3d partition(s)%n", member.worker(), member.host(), member.partitions()));
        view.topics()
                .forEach((topic, backlog) ->
                        out.printf("  %-40s lag %-10d started %d%n", topic, backlog.lag(), backlog.started()));
        out.flush();
    }
}
