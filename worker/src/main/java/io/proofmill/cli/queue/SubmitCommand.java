package io.proofmill.cli.queue;

import io.proofmill.queue.RequestProducer;
import io.proofmill.queue.TopicReader;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadKind;
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
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import picocli.CommandLine.ArgGroup;
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
    private static final Duration POLL = Duration.ofMillis(200);

    @Spec
    private CommandSpec spec;

    @Mixin
    private ClusterOptions cluster;

    @Option(names = "--circuit", required = true, description = "Name of the circuit in the workers' catalogue.")
    private String circuit;

    @ArgGroup(multiplicity = "1")
    private Source source;

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

    /** What to prove from. */
    static final class Source {
        @Option(names = "--witness", paramLabel = "FILE", description = "Full assignment (.wtns).")
        private Path witness;

        @Option(names = "--input", paramLabel = "FILE", description = "Circuit input (input.json).")
        private Path input;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ProofRequest request = request();
        return Cluster.with(cluster.read(), connected -> submit(connected, request));
    }

    private int submit(Cluster connected, ProofRequest request) {
        PrintWriter out = spec.commandLine().getOut();
        try (RequestProducer producer = connected.producer()) {
            RecordCoordinates at = Cluster.await(producer.submit(request));
            out.printf("%s sent to %s-%d offset %d%n", jobId, at.getTopic(), at.getPartition(), at.getOffset());
            out.flush();
        }
        return waitSeconds == null ? 0 : await(connected, out);
    }

    private int await(Cluster connected, PrintWriter out) {
        AtomicReference<String> outcome = new AtomicReference<>();
        long end = System.nanoTime() + Duration.ofSeconds(waitSeconds).toNanos();
        boolean proved = false;
        try (TopicReader<ProofResult> results =
                        TopicReader.results(connected.settings(), connected.registry(), Cluster.CLIENT);
                TopicReader<DeadLetter> letters =
                        TopicReader.deadLetters(connected.settings(), connected.registry(), Cluster.CLIENT)) {
            while (outcome.get() == null && System.nanoTime() - end < 0) {
                results.poll(POLL, (at, result) -> {
                    if (result.getJobId().equals(jobId)) {
                        outcome.set("proved by " + result.getDevice() + ", attempt " + result.getAttempt());
                    }
                });
                proved = outcome.get() != null;
                letters.poll(POLL, (at, letter) -> {
                    if (jobId.equals(letter.getJobId())) {
                        outcome.compareAndSet(null, letter.getReasonCode() + ": " + letter.getMessage());
                    }
                });
            }
        }
        out.println(outcome.get() == null ? "no outcome within " + waitSeconds + " s" : outcome.get());
        out.flush();
        return proved ? 0 : 1;
    }

    private ProofRequest request() throws IOException {
        boolean isWitness = source.witness != null;
        Payload payload = Payload.newBuilder()
                .setKind(isWitness ? PayloadKind.WITNESS : PayloadKind.INPUT)
                .setInline(ByteBuffer.wrap(Files.readAllBytes(isWitness ? source.witness : source.input)))
                .build();
        return ProofRequest.newBuilder()
                .setJobId(jobId)
                .setCircuit(circuit)
                .setPayloads(List.of(payload))
                .setPriority(priority.value())
                .setDeadline(deadline)
                .setAttemptLimit(attempts)
                .setLabels(labels)
                .setCreatedAt(Instant.now())
                .setProducer("proofmill submit")
                .build();
    }
}
