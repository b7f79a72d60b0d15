package io.proofmill.queue;

import io.proofmill.queue.embedded.TestBroker;
import io.proofmill.runlogs.PlantedSecrets;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.PayloadReference;
import io.proofmill.schemas.Priority;
import io.proofmill.schemas.ProofEvent;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.ProofResult;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/** A cluster's topics under a prefix of their own, a registry, and workers on them. */
final class QueueBench implements AutoCloseable {
    private static final AtomicInteger PREFIXES = new AtomicInteger();

    final FixedRegistry registry = new FixedRegistry();
    final QueueSettings settings;
    final RequestProducer producer;
    private final List<ProofQueue> queues = new ArrayList<>();

    QueueBench(TestBroker broker, GroupProtocol protocol) {
        this(broker.bootstrapServers(), protocol, 2);
    }

    QueueBench(String bootstrapServers, GroupProtocol protocol, int partitions) {
        this(settings(bootstrapServers, "t" + PREFIXES.incrementAndGet(), protocol, partitions));
    }

    private QueueBench(QueueSettings settings) {
        this.settings = settings;
        try (Admin admin = Admin.create(new ClientSettings(settings, "bench-admin").admin())) {
            new TopicPlan(settings).ensure(admin);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        this.producer = RequestProducer.open(settings, settings.group() + "-producer", registry, true);
    }

    /** A request whose witness lies elsewhere, as the decoder would have accepted it. */
    static AcceptedRequest acceptedByReference(String uri, byte[] witness) {
        return acceptedByReference(
                uri, HexFormat.of().formatHex(StatementDigest.sha256().digest(witness)), witness.length);
    }

    /** The same with a digest and a size that may be wrong. */
    static AcceptedRequest acceptedByReference(String uri, String sha256, long size) {
        ProofRequest request = request("job");
        request.setPayloads(List.of(Payload.newBuilder()
                .setKind(PayloadKind.WITNESS)
                .setReference(new PayloadReference(uri, sha256, size))
                .build()));
        return new AcceptedRequest(
                request,
                new RawRecord(null, null, null, List.of()),
                Priority.NORMAL,
                StatementDigest.of(request),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    /** The settings with room for so many jobs at once, and as many that wait. */
    static QueueSettings running(QueueSettings settings, int jobs, int buffered) {
        return settings.withIntake(
                new QueueSettings.Intake(jobs, buffered, settings.intake().bufferedBytes()));
    }

    /** Settings with short waits, the same in every process. */
    static QueueSettings settings(String bootstrapServers, String prefix, GroupProtocol protocol, int partitions) {
        QueueSettings.Membership membership = new QueueSettings.Membership(
                protocol, false, Duration.ofSeconds(3), Duration.ofSeconds(5), Duration.ofSeconds(1));
        return QueueSettings.defaults(bootstrapServers, prefix + "-workers")
                .withTopics(new TopicNames(prefix))
                .withCreation(new QueueSettings.Creation(true, partitions, (short) 1))
                .withMembership(membership)
                .withRetry(new QueueSettings.Retry(3, 2, Duration.ofMillis(50), Duration.ofMillis(200)))
                .withTransactionTimeout(Duration.ofSeconds(5))
                .withKafka(
                        protocol == GroupProtocol.CLASSIC
                                ? Map.of(
                                        "session.timeout.ms", "6000",
                                        "heartbeat.interval.ms", "500",
                                        "metadata.max.age.ms", "2000")
                                : Map.of("metadata.max.age.ms", "2000"));
    }

    /** A broker that takes a silent worker for dead after six seconds. */
    static TestBroker brokerWithShortSessions() {
        return TestBroker.start(Map.of(
                "group.consumer.session.timeout.ms", "6000",
                "group.consumer.heartbeat.interval.ms", "500",
                "group.min.session.timeout.ms", "1000"));
    }

    ProofQueue startWorker(String instance, JobHandler handler) {
        return startWorker(instance, handler, settings);
    }

    ProofQueue startWorker(String instance, JobHandler handler, QueueSettings own) {
        WorkerId worker = new WorkerId(instance, "test", "localhost", Instant.now());
        ProofQueue queue = ProofQueue.start(own, worker, registry, true, handler, Clock.systemUTC());
        queues.add(queue);
        return queue;
    }

    static ProofRequest request(String jobId) {
        return request(jobId, Priority.NORMAL);
    }

    static ProofRequest request(String jobId, Priority priority) {
        return ProofRequest.newBuilder()
                .setJobId(jobId)
                .setCircuit("cubic")
                .setPriority(priority)
                .setCreatedAt(Instant.now())
                .setPayloads(List.of(Payload.newBuilder()
                        .setKind(PayloadKind.INPUT)
                        .setInline(ByteBuffer.wrap(input(jobId).getBytes(StandardCharsets.UTF_8)))
                        .build()))
                .build();
    }

    private static String input(String jobId) {
        return "{\"x\":\"%s\",\"y\":\"%d\"}".formatted(jobId, PlantedSecrets.PRIVATE_INPUT);
    }

    void submit(String jobId) {
        submit(request(jobId));
    }

    void submit(ProofRequest request) {
        producer.submit(request).toCompletableFuture().join();
    }

    List<ProofResult> results() {
        return read(TopicReader.results(settings, registry, "reader"));
    }

    List<DeadLetter> deadLetters() {
        return read(TopicReader.deadLetters(settings, registry, "reader"));
    }

    List<ProofEvent> events() {
        return read(TopicReader.events(settings, registry, "reader"));
    }

    /** Everything in a topic that is visible now, as bytes. */
    List<ConsumerRecord<byte[], byte[]>> raw(String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(new ClientSettings(settings, "raw-reader").reader(topic))) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }

    static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(100));
    }

    private static <T extends org.apache.avro.specific.SpecificRecord> List<T> read(TopicReader<T> reader) {
        List<T> all = new ArrayList<>();
        try (reader) {
            reader.readToEnd((at, value) -> all.add(value));
        }
        return all;
    }

    @Override
    public void close() {
        queues.forEach(ProofQueue::close);
        producer.close();
    }
}
