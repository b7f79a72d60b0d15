package io.proofmill.cli.queue;

import io.proofmill.cli.files.JsonOption;
import io.proofmill.queue.OutcomeWatch;
import io.proofmill.queue.RequestProducer;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.ProofResult;
import io.proofmill.schemas.RecordCoordinates;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill submit}: sends one request, and waits for its outcome when asked to. */
@Command(
        name = "submit",
        description = "Sends one proof request.",
        footer = {"", "With --wait: exit code 0 when the job was proved, 1 when it was given up or the time is over."},
        mixinStandardHelpOptions = true)
public final class SubmitCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Option(names = "--circuit", required = true, description = "Name of the circuit in the workers' catalogue.")
    private String circuit;

    @Mixin
    private RequestPayloads payloads;

    @Option(names = "--id", description = "Job id. Default: a random one.")
    private String jobId = UUID.randomUUID().toString();

    @Option(
            names = "--priority",
            defaultValue = "NORMAL",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private PriorityName priority;

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description = "After this moment the proof is worthless, ISO 8601.")
    private Instant deadline;

    @Option(names = "--attempts", description = "Limit on attempts. Default: the workers' setting.")
    private Integer attempts;

    @Option(
            names = "--label",
            paramLabel = "KEY=VALUE",
            description = "Label carried into the result; may be repeated.")
    private Map<String, String> labels = new LinkedHashMap<>();

    @Option(names = "--wait", paramLabel = "SECONDS", description = "Waits so long for the outcome.")
    private Long waitSeconds;

    @Mixin
    private JsonOption json;

    @Option(names = "--proof", paramLabel = "FILE", description = "Where the proof goes; with --wait.")
    private Path proofFile;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ProofRequest request = request();
        return Cluster.with(cluster.read(), connected -> submit(connected, request));
    }

    private int submit(Cluster connected, ProofRequest request) throws IOException {
        if (waitSeconds == null) {
            report(new Submission(jobId, send(connected, request), null));
            return 0;
        }
        try (OutcomeWatch watch = OutcomeWatch.open(connected.settings(), connected.registry(), Cluster.CLIENT)) {
            RecordCoordinates at = send(connected, request);
            Optional<OutcomeWatch.Answer> answer = watch.await(request, at, Duration.ofSeconds(waitSeconds));
            report(new Submission(jobId, at, answer.map(SubmitCommand::outcome).orElse(Outcome.NONE)));
            if (answer.isPresent() && answer.get() instanceof OutcomeWatch.Answer.Proved proved) {
                write(proved.result());
            }
            say(answer.map(SubmitCommand::line).orElse("no outcome within " + waitSeconds + " s"));
            return answer.filter(OutcomeWatch.Answer.Proved.class::isInstance).isPresent() ? 0 : 1;
        }
    }

    private RecordCoordinates send(Cluster connected, ProofRequest request) {
        try (RequestProducer producer = connected.producer()) {
            RecordCoordinates at = Cluster.await(producer.submit(request));
            say("%s sent to %s-%d offset %d".formatted(jobId, at.getTopic(), at.getPartition(), at.getOffset()));
            return at;
        }
    }

    private void write(ProofResult result) throws IOException {
        if (proofFile != null) {
            ByteBuffer proof = result.getProof().duplicate();
            byte[] bytes = new byte[proof.remaining()];
            proof.get(bytes);
            Files.write(proofFile, bytes);
        }
    }

    private void say(String line) {
        PrintWriter text = json.text(spec.commandLine().getOut());
        text.println(line);
        text.flush();
    }

    private void report(Submission submission) throws IOException {
        json.write(spec.commandLine().getOut(), submission);
    }

    private static String line(OutcomeWatch.Answer answer) {
        return switch (answer) {
            case OutcomeWatch.Answer.Proved proved ->
                "proved by " + proved.result().getDevice() + ", attempt "
                        + proved.result().getAttempt();
            case OutcomeWatch.Answer.GivenUp givenUp -> givenUp.reasonCode() + ": " + givenUp.message();
        };
    }

    private static Outcome outcome(OutcomeWatch.Answer answer) {
        return switch (answer) {
            case OutcomeWatch.Answer.Proved proved -> new Outcome("proved", "", line(proved));
            case OutcomeWatch.Answer.GivenUp givenUp ->
                new Outcome("given-up", givenUp.reasonCode(), givenUp.message());
        };
    }

    /**
     * What {@code --json} says.
     *
     * @param outcome null without {@code --wait}
     */
    record Submission(String jobId, String topic, int partition, long offset, Outcome outcome) {
        Submission(String jobId, RecordCoordinates at, Outcome outcome) {
            this(jobId, at.getTopic(), at.getPartition(), at.getOffset(), outcome);
        }
    }

    /**
     * What became of the job.
     *
     * @param state {@code proved}, {@code given-up}, or {@code none} when the time was over
     * @param reasonCode empty unless given up
     */
    record Outcome(String state, String reasonCode, String message) {
        static final Outcome NONE = new Outcome("none", "", "");
    }

    private ProofRequest request() throws IOException {
        return ProofRequest.newBuilder()
                .setJobId(jobId)
                .setCircuit(circuit)
                .setPayloads(payloads.read())
                .setPriority(priority.value())
                .setDeadline(deadline)
                .setAttemptLimit(attempts)
                .setLabels(labels)
                .setCreatedAt(Instant.now())
                .setProducer("proofmill submit")
                .build();
    }
}
