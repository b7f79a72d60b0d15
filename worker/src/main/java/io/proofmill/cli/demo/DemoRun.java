package io.proofmill.cli.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** One run of the demo. */
final class DemoRun {
    private final Path folder;
    private final Map<String, String> settings;
    private final List<DemoJob> jobs;
    private final PrintWriter out;
    private final PrintStream progress;
    private final boolean keepRunning;

    DemoRun(
            Path folder,
            Map<String, String> settings,
            int jobs,
            PrintWriter out,
            PrintStream progress,
            boolean keepRunning) {
        this.folder = folder;
        this.settings = settings;
        this.jobs = DemoJob.list(jobs);
        this.out = out;
        this.progress = progress;
        this.keepRunning = keepRunning;
    }

    DemoReport run() throws IOException, InterruptedException {
        DemoCircuits circuits = new DemoCircuits(folder.resolve("circuits"));
        for (String curve : DemoCircuits.CURVES) {
            circuits.install("chain", curve);
        }
        say("starting a Kafka broker, a schema registry and a worker ...");
        try (DemoCluster cluster = DemoCluster.start(folder, settings, System.getenv())) {
            say("broker " + cluster.bootstrapServers() + ", registry "
                    + cluster.registry().url() + ", worker "
                    + cluster.worker().queue().status().worker().instance());
            DemoReport report = run(cluster, circuits);
            if (keepRunning) {
                say("still running, status page http://127.0.0.1:" + settings.get(DemoCommand.STATUS_PORT)
                        + "/; end it with Ctrl-C");
                new CountDownLatch(1).await();
            }
            return report;
        }
    }

    private DemoReport run(DemoCluster cluster, DemoCircuits circuits) throws IOException, InterruptedException {
        try (DemoClient client =
                new DemoClient(cluster.clientSettings(), cluster.registry().url(), jobs)) {
            long start = System.nanoTime();
            List<JobOutcome> outcomes = new ArrayList<>(proveAll(client));
            double seconds = (System.nanoTime() - start) / 1e9;
            outcomes.sort(Comparator.comparingInt(outcome -> jobs.indexOf(outcome.job())));
            out.println();
            out.print(DemoReport.table(outcomes));
            out.println();
            JobOutcome replayed = mendAndReplay(client, circuits);
            outcomes.add(replayed);
            DemoReport report = DemoReport.of(jobs.size(), outcomes, client.committed(), seconds);
            say(String.format(
                    Locale.ROOT,
                    "%d jobs in %.1f s: %d proved, %d verified, %d dead-lettered, %d replayed, %d offsets committed",
                    report.jobs(),
                    seconds,
                    report.proved(),
                    report.verified(),
                    report.deadLettered(),
                    report.replayed(),
                    report.committedOffsets()));
            return report;
        }
    }

    private List<JobOutcome> proveAll(DemoClient client) throws IOException {
        try (ProgressBar bar = bar()) {
            for (DemoJob job : jobs) {
                client.submit(job);
            }
            return client.await(jobs.size(), outcome -> bar.step());
        }
    }

    private JobOutcome mendAndReplay(DemoClient client, DemoCircuits circuits) throws IOException {
        DemoJob missing = jobs.getLast();
        say("installing circuit " + missing.circuit() + " and replaying dead letter " + missing.id() + " ...");
        circuits.install(missing.kind(), missing.curve());
        client.replay(missing);
        JobOutcome outcome = client.await(1, ignored -> {}).getFirst();
        say(missing.id() + ": " + outcome.words());
        return outcome;
    }

    private ProgressBar bar() {
        return new ProgressBarBuilder()
                .setTaskName("proving")
                .setInitialMax(jobs.size())
                .setStyle(ProgressBarStyle.ASCII)
                .setConsumer(new TerminalBar(progress))
                .build();
    }

    private void say(String line) {
        out.println(line);
        out.flush();
    }
}
