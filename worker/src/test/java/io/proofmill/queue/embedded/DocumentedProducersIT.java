package io.proofmill.queue.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.registry.AvroDeserializer;
import io.proofmill.queue.registry.RegistryClient;
import io.proofmill.queue.registry.RegistrySettings;
import io.proofmill.runlogs.RunLogs;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.Priority;
import io.proofmill.schemas.ProofRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The producers of docs/producers really run, and what they send is what a worker reads. */
@OnTestBroker
class DocumentedProducersIT {
    private static final int PARTITIONS = 6;
    private static final Path DOCS = Path.of("..", "docs", "producers");
    /** Debian's own, for which its packages are installed. */
    private static final String PYTHON = "/usr/bin/python3";

    private static final String INPUT = "{\"a\":3,\"b\":11}";

    @TempDir
    private static Path folder;

    private static TestBroker broker;
    private static EmbeddedRegistry registry;
    private static Path input;

    @BeforeAll
    static void start() throws Exception {
        broker = TestBroker.start();
        registry = EmbeddedRegistry.start();
        input = Files.writeString(folder.resolve("input.json"), INPUT);
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrapServers()))) {
            admin.createTopics(List.of(new NewTopic("proof.requests", PARTITIONS, (short) 1)))
                    .all()
                    .get();
        }
    }

    @AfterAll
    static void stop() {
        registry.close();
        broker.close();
    }

    @Test
    void the_java_producers_request_arrives() throws Exception {
        String java = ProcessHandle.current().info().command().orElseThrow();
        String source = DOCS.resolve("java/MinimalProducer.java").toString();
        run(DOCS, List.of(java, "-cp", System.getProperty("java.class.path"), source), "job-java", true);
        assertArrived("job-java", "minimal-java");
    }

    @Test
    void the_node_producers_request_arrives() throws Exception {
        Assumptions.assumeTrue(
                isThere("node", "--version") && isThere("npm", "--version"), "no node and npm on this machine");
        Path home = copied("node", "package.json", "contract.mjs", "produce.mjs");
        int installed = finish(home, List.of("npm", "install", "--no-package-lock", "--no-audit", "--no-fund"));
        Assumptions.assumeTrue(installed == 0, "npm could not fetch the producer's packages");
        run(home, List.of("node", "produce.mjs"), "job-node", false);
        assertArrived("job-node", "minimal-node");
    }

    @Test
    void the_python_producers_request_arrives() throws Exception {
        Assumptions.assumeTrue(
                isThere(PYTHON, "-c", "import confluent_kafka, avro.io"),
                "no Python with confluent-kafka and avro here");
        Path home = copied("python", "contract.py", "produce.py");
        run(home, List.of(PYTHON, "produce.py"), "job-python", false);
        assertArrived("job-python", "minimal-python");
    }

    @Test
    void the_go_producers_request_arrives() throws Exception {
        Assumptions.assumeTrue(isThere("go", "version"), "no Go on this machine");
        Path home = copied("go", "contract.go", "produce.go");
        List<String> build = List.of(
                "env",
                "GO111MODULE=off",
                "GOPATH=/usr/share/gocode",
                "GOCACHE=" + folder.resolve("go-cache"),
                "go",
                "build",
                "-o",
                "produce",
                ".");
        Assumptions.assumeTrue(finish(home, build) == 0, "Go lacks confluent-kafka-go or goavro here");
        run(home, List.of("./produce"), "job-go", false);
        assertArrived("job-go", "minimal-go");
    }

    private static Path copied(String producer, String... files) throws IOException {
        Path home = Files.createDirectories(folder.resolve(producer));
        for (String file : files) {
            Files.copy(DOCS.resolve(producer).resolve(file), home.resolve(file));
        }
        return home;
    }

    private static void run(Path home, List<String> program, String jobId, boolean inPlace) throws Exception {
        List<String> command = new ArrayList<>(program);
        command.addAll(
                List.of(broker.bootstrapServers(), registry.url().toString(), jobId, "multiplier", input.toString()));
        if (!inPlace) {
            command.add(Path.of("..", "schemas", "src", "main", "avro")
                    .toAbsolutePath()
                    .toString());
        }
        assertThat(finish(inPlace ? Path.of(".") : home, command)).isZero();
    }

    private static int finish(Path home, List<String> command) throws IOException, InterruptedException {
        // Never the parent's streams: Node makes them non-blocking, and the test runner talks over them.
        Process process = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(RunLogs.file("DocumentedProducersIT").toFile())
                .start();
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            return -1;
        }
        return process.exitValue();
    }

    private static boolean isThere(String... command) {
        try {
            return new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void assertArrived(String jobId, String producer) {
        ConsumerRecord<String, byte[]> record = recordOf(jobId);
        ProofRequest request;
        try (RegistryClient client = new RegistryClient(RegistrySettings.of(registry.url()))) {
            request = new AvroDeserializer<>(client, ProofRequest.class).deserialize(record.value());
        }
        assertThat(record.partition())
                .as("partition of " + jobId)
                .isEqualTo(Utils.toPositive(Utils.murmur2(jobId.getBytes(UTF_8))) % PARTITIONS);
        assertThat(request.getCircuit()).isEqualTo("multiplier");
        assertThat(request.getPriority()).isEqualTo(Priority.NORMAL);
        assertThat(request.getProducer()).isEqualTo(producer);
        assertThat(request.getCreatedAt()).isBetween(Instant.now().minus(Duration.ofMinutes(5)), Instant.now());
        assertThat(request.getPayloads()).singleElement().satisfies(payload -> {
            assertThat(payload.getKind()).isEqualTo(PayloadKind.INPUT);
            assertThat(UTF_8.decode(payload.getInline()).toString()).isEqualTo(INPUT);
        });
    }

    private static ConsumerRecord<String, byte[]> recordOf(String jobId) {
        List<TopicPartition> partitions = IntStream.range(0, PARTITIONS)
                .mapToObj(i -> new TopicPartition("proof.requests", i))
                .toList();
        try (KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", broker.bootstrapServers()),
                new StringDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (System.nanoTime() < end) {
                for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    if (jobId.equals(record.key())) {
                        return record;
                    }
                }
            }
        }
        throw new AssertionError("no record of " + jobId + " arrived within 30 s");
    }
}
