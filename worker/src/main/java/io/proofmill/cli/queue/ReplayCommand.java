package io.proofmill.cli.queue;

import io.proofmill.cli.files.JsonOption;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.queue.LocatedLetter;
import io.proofmill.queue.QueueException;
import io.proofmill.queue.ReplayOverrides;
import io.proofmill.queue.Replayer;
import io.proofmill.queue.RequestProducer;
import io.proofmill.schemas.RecordCoordinates;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill replay}: puts dead letters back among the requests. */
@Command(
        name = "replay",
        description = "Puts dead letters back among the requests. A letter replayed twice is proved once.",
        mixinStandardHelpOptions = true)
public final class ReplayCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private LetterOptions letters;

    @Option(names = "--all", description = "All letters, when nothing else says which.")
    private boolean all;

    @Option(names = "--dry-run", description = "Only shows what would be replayed.")
    private boolean dryRun;

    @Option(names = "--by", description = "Who replays. Default: the user's name.")
    private String by = Cluster.operator();

    @Option(names = "--to-circuit", description = "Another circuit.")
    private String circuit;

    @Option(names = "--to-version", description = "Another version of the circuit.")
    private String version;

    @Option(names = "--to-priority", description = "Another priority: ${COMPLETION-CANDIDATES}.")
    private PriorityName priority;

    @Option(names = "--deadline", paramLabel = "TIME", description = "Another deadline, ISO 8601.")
    private Instant deadline;

    @Option(names = "--no-deadline", description = "Drops the deadline.")
    private boolean withoutDeadline;

    @Option(names = "--attempts", description = "Another limit on attempts.")
    private Integer attempts;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!letters.areGiven() && !all && !dryRun) {
            throw new BadInputException(
                    ReasonCode.USAGE,
                    "say which letters to replay (--id, --reason, --circuit, --from, ...), or --all; --dry-run shows them");
        }
        return Cluster.with(cluster.read(), this::replay);
    }

    private int replay(Cluster connected) throws IOException {
        PrintWriter out = json.text(spec.commandLine().getOut());
        List<LocatedLetter> found = connected.letters(letters.selection());
        List<Replayed> replayed = new ArrayList<>();
        try (RequestProducer producer = connected.producer()) {
            Replayer replayer = new Replayer(
                    producer,
                    connected.registry(),
                    connected.autoRegister(),
                    connected.settings().topics(),
                    Clock.systemUTC(),
                    by);
            for (LocatedLetter letter : found) {
                replayed.add(replay(replayer, letter));
            }
        }
        long refused = replayed.stream().filter(one -> one.refusal() != null).count();
        out.printf(
                "%d of %d dead letter(s) %s%n", found.size() - refused, found.size(), dryRun ? "selected" : "replayed");
        out.flush();
        json.write(spec.commandLine().getOut(), replayed);
        return refused == 0 ? 0 : 1;
    }

    private Replayed replay(Replayer replayer, LocatedLetter letter) {
        PrintWriter out = json.text(spec.commandLine().getOut());
        LetterLine line = LetterLine.of(letter);
        out.println((dryRun ? "would replay " : "replaying ") + line);
        if (dryRun) {
            return new Replayed(line, null, null, null, null);
        }
        try {
            RecordCoordinates at = Cluster.await(replayer.replay(letter, overrides()));
            return new Replayed(line, at.getTopic(), at.getPartition(), at.getOffset(), null);
        } catch (QueueException e) {
            out.println("  refused: " + e.getMessage());
            return new Replayed(line, null, null, null, e.getMessage());
        }
    }

    /**
     * What {@code --json} says of a letter.
     *
     * @param topic where the request stands now; null, as partition and offset, when it was not sent
     * @param refusal why it was not sent; null otherwise
     */
    record Replayed(LetterLine letter, String topic, Integer partition, Long offset, String refusal) {}

    private ReplayOverrides overrides() {
        return new ReplayOverrides(
                Optional.ofNullable(circuit),
                Optional.ofNullable(version),
                Optional.ofNullable(priority).map(PriorityName::value),
                Optional.ofNullable(deadline),
                withoutDeadline,
                Optional.ofNullable(attempts),
                Optional.empty());
    }
}
