package io.proofmill.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.circom.CircomFixture;
import io.proofmill.circom.ProofJson;
import io.proofmill.circom.VerificationKeyJson;
import io.proofmill.cli.Main;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.CurveId;
import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.RequestProducer;
import io.proofmill.queue.TopicReader;
import io.proofmill.queue.embedded.EmbeddedBroker;
import io.proofmill.queue.embedded.EmbeddedRegistry;
import io.proofmill.queue.registry.CachingRegistry;
import io.proofmill.queue.registry.RegistryClient;
import io.proofmill.queue.registry.RegistrySettings;
import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.ProofResult;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A whole worker process that loses its GPU under running jobs: it hands them back and ends with the code that asks for a restart, and the next process proves every one of them. */
@Tag("gpu")
@Tag("lost-context") // the workers' own processes lose it, on the device that other tests would use
@Timeout(180)
class LostGpuWorkerTest {
    private static final CircomFixture CHAIN = new CircomFixture(CurveId.BN254, "chain");
    private static final int JOBS = 100;

    @TempDir
    private Path folder;

    @Test
    void jobs_of_a_worker_that_loses_its_gpu_are_proved_by_the_next_process() throws Exception {
        try (EmbeddedBroker broker = EmbeddedBroker.start();
                EmbeddedRegistry registry = EmbeddedRegistry.start();
                Client client = new Client(broker, registry)) {
            List<String> jobs =
                    IntStream.range(0, JOBS).mapToObj(i -> "job-" + i).toList();
            List<String> settings = settings(broker, registry);
            try (ChildWorker doomed =
                    ChildWorker.start(DoomedWorker.class, folder.resolve("doomed.log"), Map.of(), settings)) {
                jobs.forEach(client::submit);
                assertThat(doomed.exitCode()).as(doomed.log()).isEqualTo(WorkerLife.RESTART);
                System.out.println(doomed.log());
                assertThat(doomed.log()).contains("THE CONTEXT IS LOST", "it drains and ends");
            }
            client.read();
            assertThat(client.results.size())
                    .as("the first process leaves jobs to the second")
                    .isLessThan(JOBS);

            List<String> arguments = new ArrayList<>(List.of("worker"));
            settings.forEach(setting -> arguments.addAll(List.of("--set", setting)));
            try (ChildWorker next = ChildWorker.start(Main.class, folder.resolve("next.log"), Map.of(), arguments)) {
                while (client.results.size() < JOBS && next.isAlive()) {
                    client.read();
                }
                next.signal("TERM");
                assertThat(next.exitCode()).as(next.log()).isZero();
                System.out.println(next.log());
            }
            client.read();
            assertThat(client.results.keySet()).containsExactlyInAnyOrderElementsOf(jobs);
            assertThat(client.results.values())
                    .allSatisfy(each -> assertThat(each).hasSize(1));
            assertThat(client.deadLetters).isEmpty();
            for (List<ProofResult> each : client.results.values()) {
                assertThat(verifies(each.getFirst())).isTrue();
            }
        }
    }

    private List<String> settings(EmbeddedBroker broker, EmbeddedRegistry registry) {
        return List.of(
                "kafka.bootstrap.servers=" + broker.bootstrapServers(),
                "registry.urls=" + registry.url(),
                "circuits.dir=" + CHAIN.file("circuit.zkey").getParent().getParent(),
                "worker.state-dir=" + folder.resolve("state"),
                "worker.instance-id=w1",
                "worker.drain-budget=20s",
                "prover.backend=cuda",
                "gpu.devices=0",
                "topics.create=true",
                "topics.partitions=2",
                "topics.replication=1");
    }

    private static boolean verifies(ProofResult result) throws IOException {
        VerifyingKey key = VerificationKeyJson.read("the key", CHAIN.bytes("verification_key.json"));
        byte[] text = new byte[result.getProof().remaining()];
        result.getProof().duplicate().get(text);
        List<BigInteger> signals =
                result.getPublicSignals().stream().map(BigInteger::new).toList();
        Claim claim = new Claim(signals, ProofJson.read("the result", text, key.curve()));
        return new PairingVerifier(new SecureRandom()).verify(key, claim);
    }

    /** A producer and a reader of all outcomes. */
    private static final class Client implements AutoCloseable {
        private final RegistryClient registry;
        private final RequestProducer producer;
        private final QueueSettings settings;
        private final CachingRegistry schemas;
        private final Map<String, List<ProofResult>> results = new HashMap<>();
        private final List<DeadLetter> deadLetters = new ArrayList<>();
        private TopicReader<ProofResult> resultReader;
        private TopicReader<DeadLetter> letterReader;

        Client(EmbeddedBroker broker, EmbeddedRegistry served) {
            RegistrySettings registrySettings = RegistrySettings.from(
                    Map.of(RegistrySettings.URL, served.url().toString()));
            registry = new RegistryClient(registrySettings);
            schemas = new CachingRegistry(registry, registrySettings);
            settings = QueueSettings.defaults(broker.bootstrapServers(), "client");
            producer = RequestProducer.open(settings, "producer", schemas, true);
        }

        void submit(String job) {
            producer.submit(ProofRequest.newBuilder()
                            .setJobId(job)
                            .setCircuit("chain")
                            .setCreatedAt(Instant.now())
                            .setPayloads(List.of(Payload.newBuilder()
                                    .setKind(PayloadKind.WITNESS)
                                    .setInline(ByteBuffer.wrap(CHAIN.bytes("witness.wtns")))
                                    .build()))
                            .build())
                    .toCompletableFuture()
                    .join();
        }

        /** Reads what has come since; the topics are there once a worker has started. */
        void read() {
            if (resultReader == null) {
                resultReader = TopicReader.results(settings, schemas, "results");
                letterReader = TopicReader.deadLetters(settings, schemas, "dead-letters");
            }
            resultReader.poll(
                    Duration.ofMillis(500),
                    (where, result) -> results.computeIfAbsent(result.getJobId(), absent -> new ArrayList<>())
                            .add(result));
            letterReader.poll(Duration.ofMillis(50), (where, letter) -> deadLetters.add(letter));
        }

        @Override
        public void close() {
            producer.close();
            if (resultReader != null) {
                resultReader.close();
                letterReader.close();
            }
            registry.close();
        }
    }
}
