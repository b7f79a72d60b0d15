package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.worker.QueueSetup;
import io.proofmill.cli.worker.Worker;
import io.proofmill.queue.Cancellation;
import io.proofmill.queue.Job;
import io.proofmill.queue.JobHandler;
import io.proofmill.queue.JobObserver;
import io.proofmill.queue.Outcome;
import io.proofmill.queue.Permit;
import io.proofmill.queue.ProofQueue;
import io.proofmill.queue.WorkerId;
import io.proofmill.queue.embedded.EmbeddedRegistry;
import io.proofmill.queue.embedded.FreePort;
import io.proofmill.queue.registry.CachingRegistry;
import io.proofmill.queue.registry.RegistryClient;
import io.proofmill.queue.registry.RegistrySettings;
import io.proofmill.runlogs.PlantedSecrets;
import io.proofmill.schemas.FailureClass;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each right of the operator's guide is needed: with all the others and without just that one, the worker, the producer or the operator whose it is says which topic, group or transactional id it
 * may not use. Whether all together are enough, {@link SecuredBrokerIT} shows.
 */
class GuideRightsIT {
    private static final AtomicInteger TRIALS = new AtomicInteger();

    /** One for all trials: a worker that comes back ends the transaction that the last one left open; another one would have to wait for its time-out. */
    private static final String INSTANCE = "worker";

    @TempDir
    private static Path folder;

    private static SecuredBroker broker;
    private static EmbeddedRegistry registry;
    private static Path input;

    @BeforeAll
    static void start() throws Exception {
        broker = SecuredBroker.start(folder);
        registry = EmbeddedRegistry.start();
        input = PlantedSecrets.multiplierInput(folder);
        try (ProofQueue queue = queue("first")) {
            assertThat(submit("admin", "proved-at-first", "--wait", "60")).isZero();
            assertThat(submit("admin", "refused-at-first", "--wait", "60")).isEqualTo(1);
            queue.drain();
        }
    }

    @AfterAll
    static void stop() {
        registry.close();
        broker.close();
    }

    /** All rights of the guide but one, which a worker uses only once another has died in the middle of its last attempt: it reads in the events how far that one was (WorkerDeathIT). */
    static List<AclBinding> rights() throws IOException {
        List<AclBinding> all = SecuredBroker.guide();
        List<AclBinding> tried = all.stream()
                .filter(right -> !is(right, "worker", "proof.events", AclOperation.READ))
                .toList();
        assertThat(tried).hasSize(all.size() - 1);
        return tried;
    }

    @ParameterizedTest
    @MethodSource("rights")
    void without_just_this_right_its_owner_says_which_is_refused(AclBinding right) throws Exception {
        String said = broker.without(right, () -> deed(right));

        assertThat(said.toLowerCase(Locale.ROOT)).contains("authoriz");
        assertThat(said).contains(named(right));
    }

    /** Does what needs the right; what was said then. */
    private static String deed(AclBinding right) throws Exception {
        String topic = right.pattern().name();
        return switch (right.entry().principal()) {
            case "User:worker" ->
                is(right, "worker", "proof.dead-letters", AclOperation.READ)
                                || is(right, "worker", "proof.control", AclOperation.WRITE)
                        ? saidByPage(topic)
                        : saidByWorker(named(right));
            case "User:producer" ->
                topic.equals("proof.events")
                        ? saidBy("producer", "events", "--job", "proved-at-first")
                        : saidBy("producer", submission("trial-" + TRIALS.incrementAndGet(), "--wait", "10"));
            case "User:operator" ->
                switch (right.entry().operation()) {
                    case WRITE ->
                        topic.equals("proof.control")
                                ? saidBy("operator", "cancel", "nobody")
                                : saidBy("operator", "replay", "--id", "refused-at-first");
                    default -> saidBy("operator", "status");
                };
            default -> throw new AssertionError("the guide has rights for " + right.entry());
        };
    }

    /** How the brokers name what may not be used; of a transactional id they say no more. */
    private static String named(AclBinding right) {
        return right.pattern().resourceType() == ResourceType.TRANSACTIONAL_ID
                ? "Transactional Id"
                : right.pattern().name();
    }

    private static boolean is(AclBinding right, String user, String resource, AclOperation operation) {
        return right.entry().principal().equals("User:" + user)
                && right.pattern().name().equals(resource)
                && right.entry().operation() == operation;
    }

    /** One line of a command that fails for its surroundings. */
    private static String saidBy(String user, Object... arguments) {
        SecuredCommands commands = new SecuredCommands(broker, registry);
        assertThat(commands.run(user, arguments)).as(commands.said()).isEqualTo(3);
        assertThat(commands.err()).startsWith("BROKER_UNAVAILABLE: ").hasLineCount(1);
        return commands.err();
    }

    /** What a worker without a page says, in its status, its log or at its end, when it gets a job to prove, one to refuse and one to try again. */
    private static String saidByWorker(String resource) throws Exception {
        String trial = "trial-" + TRIALS.incrementAndGet();
        try (LogCollector log = LogCollector.attach(Level.WARN, "io.proofmill");
                ProofQueue queue = queue(INSTANCE)) {
            for (String kind : List.of("proved-", "refused-", "again-")) {
                assertThat(submit("admin", kind + trial)).isZero();
            }
            String said = Awaitility.await()
                    .atMost(Duration.ofSeconds(40))
                    .pollInterval(Duration.ofMillis(100))
                    .until(
                            () -> complaints(queue, log)
                                    .filter(line -> line.contains(resource)
                                            && line.toLowerCase(Locale.ROOT).contains("authoriz"))
                                    .findFirst()
                                    .orElse(""),
                            line -> !line.isEmpty());
            queue.stopNow();
            return said;
        }
    }

    private static Stream<String> complaints(ProofQueue queue, LogCollector log) {
        CompletableFuture<?> ended = queue.ended().toCompletableFuture();
        Stream<String> end = ended.isCompletedExceptionally()
                ? Stream.of(String.valueOf(ended.exceptionNow().getMessage()))
                : Stream.empty();
        return Stream.of(queue.status().troubles().stream().map(Object::toString), end, log.lines().stream())
                .flatMap(lines -> lines);
    }

    /** What the status page of a worker says of the dead letters, or answers to a cancellation. */
    private static String saidByPage(String topic) throws Exception {
        int port = FreePort.find();
        Map<String, String> settings =
                SecuredBroker.workerSettings(broker.kafka("worker"), registry, folder.resolve(INSTANCE));
        settings.put(
                "circuits.dir",
                Files.createDirectories(folder.resolve("circuits")).toString());
        settings.put("status.port", Integer.toString(port));
        settings.put("status.actions", "cancel");
        settings.put("status.token-env", "TOKEN");
        String address = "http://127.0.0.1:" + port;
        HttpRequest asked = topic.equals("proof.control")
                ? HttpRequest.newBuilder(URI.create(address + "/actions/cancel"))
                        .header("Authorization", "Bearer " + PlantedSecrets.STATUS_TOKEN)
                        .POST(HttpRequest.BodyPublishers.ofString("{\"target\": \"nobody\"}"))
                        .build()
                : HttpRequest.newBuilder(URI.create(address + "/status.json")).build();
        try (HttpClient client = HttpClient.newHttpClient();
                Worker worker =
                        Worker.start(Configuration.of(settings), Map.of("TOKEN", PlantedSecrets.STATUS_TOKEN))) {
            String said = Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(200))
                    .until(
                            () -> client.send(asked, BodyHandlers.ofString()).body(),
                            body -> body.contains(topic) && body.contains("authoriz"));
            worker.queue().stopNow();
            return said;
        }
    }

    private static int submit(String user, String id, Object... more) {
        return new SecuredCommands(broker, registry).run(user, submission(id, more));
    }

    private static Object[] submission(String id, Object... more) {
        return Stream.concat(
                        Stream.of("submit", "--id", id, "--circuit", "scripted", "--input", input), Stream.of(more))
                .toArray();
    }

    private static ProofQueue queue(String instance) {
        Map<String, String> settings =
                SecuredBroker.workerSettings(broker.kafka("worker"), registry, folder.resolve(instance));
        RegistrySettings registrySettings = RegistrySettings.of(registry.url());
        return ProofQueue.start(
                new QueueSetup(Configuration.of(settings), Map.of()).queue(),
                new WorkerId(instance, "build", "host", Instant.now()),
                new CachingRegistry(new RegistryClient(registrySettings), registrySettings),
                true,
                new ScriptedHandler(),
                Clock.systemUTC());
    }

    /** Ends jobs as their ids say. */
    private static final class ScriptedHandler implements JobHandler {
        @Override
        public Optional<Permit> tryAdmit(Job job) {
            return Optional.of(() -> {});
        }

        @Override
        public CompletionStage<Outcome> handle(Job job, JobObserver observer, Cancellation cancellation) {
            observer.phaseStarted("proving");
            return CompletableFuture.completedFuture(outcome(job));
        }

        private static Outcome outcome(Job job) {
            if (job.id().startsWith("refused-")) {
                return new Outcome.Failed("UNSATISFIED", "scripted", FailureClass.PERMANENT, Optional.empty());
            }
            if (job.id().startsWith("again-") && job.attempt() == 1) {
                return new Outcome.Failed("DEVICE_FAULT", "scripted", FailureClass.RETRYABLE, Optional.empty());
            }
            return new Outcome.Proved(
                    "BN254",
                    "DIGEST",
                    ByteBuffer.wrap(new byte[] {1}),
                    List.of(),
                    Optional.empty(),
                    "double:0",
                    List.of());
        }
    }
}
