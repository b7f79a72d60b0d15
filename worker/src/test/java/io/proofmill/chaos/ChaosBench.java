package io.proofmill.chaos;

import io.proofmill.queue.LocatedLetter;
import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.Replayer;
import io.proofmill.queue.RequestProducer;
import io.proofmill.queue.TopicPlan;
import io.proofmill.queue.TopicReader;
import io.proofmill.queue.registry.CachingRegistry;
import io.proofmill.queue.registry.RegistryClient;
import io.proofmill.queue.registry.RegistrySettings;
import io.proofmill.queue.registry.SchemaRegistry;
import io.proofmill.schemas.DeadLetter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Everything that a run needs, started: the surroundings, four workers, and the harness's own clients, which no fault of the network reaches. */
final class ChaosBench implements AutoCloseable {
    private static final List<String> WORKERS = List.of("w1", "w2", "w3", "w4");

    private final ChaosPlan plan;
    private final Path folder;
    private final EventLog log;
    private final Surroundings surroundings;
    private final QueueSettings settings;
    private final SchemaRegistry registry;
    private final Admin admin;
    private final RequestProducer producer;
    private final Producer<byte[], byte[]> garbage;
    private final Workload workload;
    private final Thread letterReader;
    private final CommitWatch commits;
    private final Deaths deaths = new Deaths();
    private final Guarantee complaints = new Guarantee("ended by itself");
    private final AtomicInteger build = new AtomicInteger(1);
    private final Fleet fleet;
    private volatile boolean closing;

    ChaosBench(ChaosPlan plan, Path folder, EventLog log) throws IOException, InterruptedException {
        this.plan = plan;
        this.folder = folder;
        this.log = log;
        surroundings = new Surroundings(folder);
        String bootstrap = surroundings.cluster().bootstrapServers();
        settings = ChaosSettings.queue(bootstrap, plan.protocol(), folder, "harness")
                .withKafka(Map.of());
        RegistrySettings toRegistry = RegistrySettings.of(URI.create(surroundings.registryUrl()));
        registry = new CachingRegistry(new RegistryClient(toRegistry), toRegistry);
        admin = Admin.create(Map.of("bootstrap.servers", bootstrap));
        new TopicPlan(settings).ensure(admin);
        producer = RequestProducer.open(settings, "harness", registry, true);
        garbage = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap), new ByteArraySerializer(), new ByteArraySerializer());
        workload = new Workload(
                new Requests(new Random(plan.seed() + 3), surroundings.storeFolder(), surroundings.storeUrl()),
                producer,
                new Replayer(producer, registry, true, settings.topics(), Clock.systemUTC(), "chaos"),
                this::sendGarbage,
                log);
        commits = new CommitWatch(
                admin,
                settings.group(),
                partitionsOf(
                        Stream.of(settings.topics().events(), settings.topics().deadLetters())));
        letterReader = Thread.ofVirtual().start(this::readLetters);
        fleet = new Fleet(WORKERS.stream().map(this::slot).toList());
        fleet.start();
    }

    Workload workload() {
        return workload;
    }

    CommitWatch commits() {
        return commits;
    }

    Deaths deaths() {
        return deaths;
    }

    /** Processes that ended though nobody and no job had ended them. */
    Guarantee complaints() {
        return complaints;
    }

    Path store() {
        return surroundings.storeFolder();
    }

    /** All that can be drawn. */
    List<Fault> faults() {
        List<Fault> faults = new ArrayList<>();
        faults.addAll(new WorkerFaults(fleet, build, folder).all());
        faults.addAll(surroundings.faults(WORKERS).all());
        faults.addAll(new BrokerFaults(surroundings.cluster(), admin, settings.group() + ".", WORKERS).all());
        faults.addAll(new JobFaults(workload).all());
        return faults;
    }

    /** Everything that stands in the topics now. */
    Evidence evidence() {
        return Evidence.read(surroundings.cluster().bootstrapServers(), settings.topics(), registry);
    }

    /**
     * Waits until every request has its end, or nothing has been settled for so long. Then the workers are killed, so that what the verifier reads does not change under its eyes; what they leave open the
     * brokers abort.
     */
    void awaitRest(Duration patience) throws InterruptedException {
        long settled = -1;
        long deadline = System.nanoTime() + patience.toNanos();
        while (deadline - System.nanoTime() > 0) {
            if (commits.isCaughtUp(partitionsOf(settings.topics().allRequests().stream()))
                    && new Accounts(evidence()).all().stream().allMatch(Accounts.Account::isSettled)) {
                log.say("at rest");
                break;
            }
            long now = commits.outcomes();
            if (now > settled) {
                settled = now;
                deadline = System.nanoTime() + patience.toNanos();
            }
            Thread.sleep(1000);
        }
        fleet.close();
    }

    private static List<TopicPartition> partitionsOf(Stream<String> topics) {
        return topics.flatMap(topic -> IntStream.range(0, ChaosSettings.PARTITIONS)
                        .mapToObj(partition -> new TopicPartition(topic, partition)))
                .toList();
    }

    private void readLetters() {
        try (TopicReader<DeadLetter> reader = TopicReader.deadLetters(settings, registry, "harness")) {
            while (!closing) {
                reader.poll(Duration.ofMillis(500), (at, letter) -> workload.see(new LocatedLetter(at, letter)));
            }
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what arrives is seen in the topic
    private void sendGarbage(byte[] bytes) {
        garbage.send(new ProducerRecord<>(settings.topics().requests(), bytes));
    }

    private WorkerSlot slot(String instance) {
        return new WorkerSlot(
                instance,
                incarnation -> command(incarnation),
                folder.resolve("worker-" + instance + ".log"),
                deaths,
                log,
                complaints::breach);
    }

    private List<String> command(Incarnation incarnation) {
        return List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dorg.apache.avro.SERIALIZABLE_PACKAGES=io.proofmill.schemas",
                "-cp",
                System.getProperty("java.class.path"),
                ChaosWorker.class.getName(),
                surroundings.workersBootstrapServers(),
                plan.protocol().name(),
                folder.toString(),
                surroundings.workersRegistryUrl(),
                incarnation.instance(),
                "build-" + build.get(),
                Long.toString(incarnation.startedAtMillis()));
    }

    @Override
    public void close() throws IOException, InterruptedException {
        fleet.close();
        closing = true;
        letterReader.join();
        producer.close();
        garbage.close(Duration.ZERO);
        admin.close(Duration.ZERO);
        surroundings.close();
    }
}
