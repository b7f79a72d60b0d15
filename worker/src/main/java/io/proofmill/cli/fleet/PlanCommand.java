package io.proofmill.cli.fleet;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.proofmill.cli.config.DurationText;
import io.proofmill.cli.config.RateText;
import io.proofmill.cli.files.JsonOption;
import io.proofmill.cli.queue.Cluster;
import io.proofmill.cli.queue.ClusterOptions;
import io.proofmill.cli.worker.CatalogueProbe;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill plan}: how many workers a load needs, from what was measured. */
@Command(
        name = "plan",
        description =
                "Says from measured durations how many workers a load needs, or what recorded jobs would have met with other"
                        + " numbers of workers. It simulates the fleet: priorities, failures, keys not loaded yet.",
        footer = {
            "",
            "It reads the events topic, or with --events what 'proofmill events --json FILE' has written. A worker is one"
                    + " process with its devices, proving as many jobs at once as it was seen to.",
            "Exit code 1: no number of workers within reach starts jobs as soon as asked."
        },
        mixinStandardHelpOptions = true)
public final class PlanCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private JsonOption json;

    @ArgGroup(multiplicity = "1")
    private Load load;

    @Option(names = "--circuit", description = "Only this circuit. Default: the mix that was recorded.")
    private String circuit;

    @Option(
            names = "--start-within",
            paramLabel = "DURATION",
            defaultValue = "1m",
            converter = DurationText.class,
            description = "With --rate: 95 of 100 jobs are to start so soon. Default: ${DEFAULT-VALUE}.")
    private Duration startWithin;

    @Option(names = "--slots", description = "Jobs that a worker proves at once. Default: as recorded.")
    private Integer slots;

    @Option(
            names = "--partitions",
            description =
                    "Partitions of the request topics: more workers than that have nothing to do. Default: as recorded.")
    private Integer partitions;

    @Option(
            names = "--retry-after",
            paramLabel = "DURATION",
            defaultValue = "2s",
            converter = DurationText.class,
            description = "How long a failed job waits for its next attempt. Default: ${DEFAULT-VALUE}.")
    private Duration retryAfter;

    @Option(names = "--events", paramLabel = "FILE", description = "Recorded events, in place of the events topic.")
    private Path file;

    @Mixin
    private SinceOption since;

    @Option(names = "--seed", defaultValue = "1", description = "Seed of the simulation. Default: ${DEFAULT-VALUE}.")
    private long seed;

    /** What the fleet is to bear. */
    static final class Load {
        @Option(
                names = "--rate",
                paramLabel = "N/UNIT",
                converter = RateText.class,
                description = "Jobs that come, for example 40/min or 120/h.")
        private Double rate;

        @Option(
                names = "--replay",
                paramLabel = "WORKERS",
                split = ",",
                description = "Sends the recorded jobs again, in the simulation, to so many workers: 1,2,4,8.")
        private List<Integer> replay;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Recording all = recording();
        Recording recording = circuit == null ? all : all.only(circuit);
        if (recording.seconds().isEmpty()) {
            throw new BadInputException(
                    ReasonCode.USAGE,
                    "no proof" + (circuit == null ? "" : " of circuit " + circuit)
                            + " is among the events; run some jobs first, or look further back with --since");
        }
        Plan plan = new Plan(
                recording,
                slots == null ? recording.slots() : slots,
                partitions == null ? recording.partitions() : partitions,
                retryAfter.toMillis() / 1e3,
                seed);
        PlanReport report = load.rate == null
                ? PlanReport.replay(recording, plan, load.replay)
                : PlanReport.steady(recording, plan, load.rate, startWithin.toMillis() / 1e3, memory(plan.slots()));
        PrintWriter out = spec.commandLine().getOut();
        if (!json.replacesText()) {
            out.print(report.text());
            out.flush();
        }
        json.write(out, report);
        return report.enough() == null && load.rate != null ? 1 : 0;
    }

    private Recording recording() throws IOException, InterruptedException {
        FleetHistory history = new FleetHistory();
        if (file != null) {
            for (EventLine line : new ObjectMapper().readValue(file.toFile(), EventLine[].class)) {
                history.accept(line.event());
            }
            return Recording.of(history);
        }
        Recording[] read = new Recording[1];
        Cluster.with(cluster.read(), connected -> {
            try (FleetReader reader = new FleetReader(connected, since.duration(), InstantSource.system())) {
                read[0] = Recording.of(reader.history());
            }
            return 0;
        });
        return read[0];
    }

    /** What a worker's memory budget must hold for the circuit; empty when its settings' catalogue is not here. */
    private Optional<Long> memory(int atOnce) throws IOException {
        return circuit == null ? Optional.empty() : CatalogueProbe.memory(cluster.read(), circuit, atOnce);
    }
}
