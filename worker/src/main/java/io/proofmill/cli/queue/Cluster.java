package io.proofmill.cli.queue;

import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.config.WorkerKeys;
import io.proofmill.cli.worker.QueueSetup;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.queue.LetterSelection;
import io.proofmill.queue.LocatedLetter;
import io.proofmill.queue.QueueException;
import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.RequestProducer;
import io.proofmill.queue.TopicReader;
import io.proofmill.queue.registry.CachingRegistry;
import io.proofmill.queue.registry.RegistryClient;
import io.proofmill.queue.registry.RegistrySettings;
import io.proofmill.queue.registry.RegistryUnavailableException;
import io.proofmill.queue.registry.SchemaRegistry;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.RecordCoordinates;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Brokers and registry that a command talks to. */
public final class Cluster implements AutoCloseable {
    /** What a command does with a cluster. */
    public interface Task {
        int run(Cluster cluster) throws IOException, InterruptedException;
    }

    public static final String CLIENT = "proofmill-cli";

    /** A worker waits a minute for brokers that are away, Kafka's default. */
    private static final Map<String, String> TIMES =
            Map.of("request.timeout.ms", "10000", "default.api.timeout.ms", "15000", "max.block.ms", "15000");

    private final QueueSettings settings;
    private final boolean autoRegister;
    private final RegistryClient client;
    private final SchemaRegistry registry;

    private Cluster(Configuration configuration) {
        QueueSetup setup = new QueueSetup(configuration, System.getenv());
        RegistrySettings registrySettings = setup.registry();
        this.settings = impatient(setup.queue());
        this.autoRegister = configuration.get(WorkerKeys.REGISTRY_REGISTER);
        this.client = new RegistryClient(registrySettings);
        this.registry = new CachingRegistry(client, registrySettings);
    }

    /** With the times that somebody at a terminal has, unless times were set. */
    private static QueueSettings impatient(QueueSettings settings) {
        if (settings.kafka().keySet().stream().anyMatch(TIMES::containsKey)) {
            return settings;
        }
        Map<String, String> kafka = new HashMap<>(settings.kafka());
        kafka.putAll(TIMES);
        return settings.withKafka(kafka);
    }

    /** Runs the task; what the queue refuses becomes the command line's one-line failure. */
    public static int with(Configuration configuration, Task task) throws IOException, InterruptedException {
        try (Cluster cluster = new Cluster(configuration)) {
            return task.run(cluster);
        } catch (QueueException e) {
            throw new ProofmillException(ReasonCode.valueOf(e.reasonCode()), e.getMessage(), e);
        } catch (RegistryUnavailableException e) {
            throw new ProofmillException(ReasonCode.REGISTRY_UNAVAILABLE, e.getMessage(), e);
        }
    }

    public QueueSettings settings() {
        return settings;
    }

    public SchemaRegistry registry() {
        return registry;
    }

    boolean autoRegister() {
        return autoRegister;
    }

    RequestProducer producer() {
        return RequestProducer.open(settings, CLIENT, registry, autoRegister);
    }

    List<LocatedLetter> letters(LetterSelection selection) {
        List<LocatedLetter> letters = new ArrayList<>();
        try (TopicReader<DeadLetter> reader = TopicReader.deadLetters(settings, registry, CLIENT)) {
            reader.readToEnd((at, letter) -> {
                LocatedLetter located = new LocatedLetter(at, letter);
                if (selection.selects(located)) {
                    letters.add(located);
                }
            });
        }
        return letters;
    }

    /** Waits until the brokers have taken the record. */
    static RecordCoordinates await(CompletionStage<RecordCoordinates> sent) {
        try {
            return sent.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw new ProofmillException(
                    ReasonCode.BROKER_UNAVAILABLE,
                    "the brokers did not take the record: " + e.getCause().getMessage(),
                    e.getCause());
        }
    }

    /** Who sits at this terminal, for the records that say who did what. */
    static String operator() {
        return System.getProperty("user.name", "unknown");
    }

    @Override
    public void close() {
        client.close();
    }
}
