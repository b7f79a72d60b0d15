package io.proofmill.cli;

import io.proofmill.queue.Cancellation;
import io.proofmill.queue.GroupProtocol;
import io.proofmill.queue.Job;
import io.proofmill.queue.JobHandler;
import io.proofmill.queue.JobObserver;
import io.proofmill.queue.Outcome;
import io.proofmill.queue.Permit;
import io.proofmill.queue.ProofQueue;
import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.RequestProducer;
import io.proofmill.queue.WorkerId;
import io.proofmill.queue.embedded.EmbeddedBroker;
import io.proofmill.queue.embedded.EmbeddedRegistry;
import io.proofmill.queue.registry.CachingRegistry;
import io.proofmill.queue.registry.RegistryClient;
import io.proofmill.queue.registry.RegistrySettings;
import io.proofmill.runlogs.PlantedSecrets;
import io.proofmill.schemas.FailureClass;
import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.ProofRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** Workers whose jobs end when a test says so, on a broker and a registry of their own, and the command line that looks at them. */
final class SteeredFleet implements JobHandler, AutoCloseable {
    private static final String GROUP = "steered";

    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();
    private final EmbeddedBroker broker = EmbeddedBroker.start();
    private final EmbeddedRegistry registry;
    private final RegistryClient client;
    private final CachingRegistry schemas;
    private final QueueSettings settings;
    private final RequestProducer producer;
    private final List<ProofQueue> queues = new ArrayList<>();
    private final Map<String, CompletableFuture<Outcome>> running = new ConcurrentHashMap<>();

    SteeredFleet() throws IOException {
        registry = EmbeddedRegistry.start();
        RegistrySettings registrySettings = RegistrySettings.from(
                Map.of(RegistrySettings.URL, registry.url().toString()));
        client = new RegistryClient(registrySettings);
        schemas = new CachingRegistry(client, registrySettings);
        QueueSettings defaults = QueueSettings.defaults(broker.bootstrapServers(), GROUP);
        QueueSettings.Membership membership = defaults.membership();
        settings = defaults.withCreation(new QueueSettings.Creation(true, 2, (short) 1))
                .withIntake(new QueueSettings.Intake(2, 8, 1 << 20))
                .withRetry(new QueueSettings.Retry(3, 2, Duration.ofHours(1), Duration.ofHours(1)))
                .withMembership(new QueueSettings.Membership(
                        GroupProtocol.CONSUMER,
                        membership.isStatic(),
                        Duration.ofSeconds(1),
                        Duration.ofMillis(1),
                        Duration.ofSeconds(1)));
        producer = RequestProducer.open(settings, "steered-producer", schemas, true);
    }

    void startWorker(String instance, String build) {
        ProofQueue queue = ProofQueue.start(
                settings,
                new WorkerId(instance, build, "host-" + instance, Instant.now()),
                schemas,
                true,
                this,
                Clock.systemUTC());
        queues.add(queue);
        await().until(() -> !queue.status().partitions().isEmpty());
    }

    void submit(String jobId) {
        ProofRequest request = ProofRequest.newBuilder()
                .setJobId(jobId)
                .setCircuit("cubic")
                .setCreatedAt(Instant.now())
                .setPayloads(List.of(Payload.newBuilder()
                        .setKind(PayloadKind.INPUT)
                        .setInline(ByteBuffer.wrap(
                                PlantedSecrets.PRIVATE_INPUT.toString().getBytes(StandardCharsets.UTF_8)))
                        .build()))
                .build();
        producer.submit(request).toCompletableFuture().join();
    }

    void awaitRunning(String... jobIds) {
        await().until(() -> running.keySet().containsAll(List.of(jobIds)));
    }

    boolean isRunning(String jobId) {
        return running.containsKey(jobId);
    }

    void prove(String jobId) {
        running.remove(jobId)
                .complete(new Outcome.Proved(
                        "BN254",
                        "DIGEST",
                        ByteBuffer.wrap(new byte[] {1}),
                        List.of(),
                        Optional.empty(),
                        "device-0",
                        List.of()));
    }

    void fail(String jobId, String reasonCode, FailureClass failureClass) {
        running.remove(jobId)
                .complete(new Outcome.Failed(reasonCode, "as the test says", failureClass, Optional.of("device-0")));
    }

    @Override
    public Optional<Permit> tryAdmit(Job job) {
        return Optional.of(() -> {});
    }

    @Override
    public CompletionStage<Outcome> handle(Job job, JobObserver observer, Cancellation cancellation) {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        cancellation.onRequest(() -> outcome.complete(new Outcome.Failed(
                "CANCELLED", "the job was cancelled", FailureClass.PERMANENT, Optional.of("device-0"))));
        observer.onDevice("device-0");
        observer.phaseStarted("proving");
        running.put(job.id(), outcome);
        return outcome;
    }

    /** Runs a command against this fleet; the output of the one before is forgotten. */
    int run(Object... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        Stream<String> cluster = Stream.of(
                "--bootstrap",
                broker.bootstrapServers(),
                "--registry",
                registry.url().toString(),
                "--set",
                "worker.group-id=" + GROUP);
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(Stream.concat(Stream.of(arguments).map(Object::toString), cluster)
                        .toArray(String[]::new));
    }

    static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(100));
    }

    @Override
    public void close() throws IOException {
        producer.close();
        queues.forEach(ProofQueue::drain);
        queues.forEach(ProofQueue::close);
        client.close();
        registry.close();
        broker.close();
    }
}
