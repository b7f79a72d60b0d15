package io.proofmill.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.proofmill.queue.TopicNames;
import io.proofmill.queue.WorkerId;
import io.proofmill.queue.embedded.EmbeddedRegistry;
import io.proofmill.queue.embedded.OnTestBroker;
import io.proofmill.queue.embedded.TestBroker;
import io.proofmill.queue.registry.CachingRegistry;
import io.proofmill.queue.registry.RegistryClient;
import io.proofmill.queue.registry.RegistrySettings;
import io.proofmill.runlogs.RunLogs;
import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.ProofRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Signals to a worker's process that runs a job which never ends. */
@OnTestBroker
class WorkerSignalIT {
    private static TestBroker broker;
    private static EmbeddedRegistry registry;

    @BeforeAll
    static void start() {
        broker = TestBroker.start();
        registry = EmbeddedRegistry.start();
    }

    @AfterAll
    static void stop() {
        registry.close();
        broker.close();
    }

    @Test
    void a_first_signal_drains_and_a_second_one_ends_the_process_at_once() throws Exception {
        try (Stuck worker = Stuck.start("second", Duration.ofMinutes(10))) {
            long start = System.nanoTime();
            worker.signal("TERM");
            assertThat(worker.process.waitFor(2, TimeUnit.SECONDS))
                    .as("one signal waits for the job")
                    .isFalse();
            worker.signal("TERM"); // not INT, which a shell lets its background commands ignore, and they theirs
            assertThat(worker.process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(worker.process.exitValue()).isEqualTo(143);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
        }
    }

    @Test
    void a_drain_that_hands_jobs_back_says_so_by_its_exit_code() throws Exception {
        try (Stuck worker = Stuck.start("handed-back", Duration.ofSeconds(1))) {
            worker.signal("TERM");
            assertThat(worker.process.waitFor(90, TimeUnit.SECONDS)).isTrue();
            assertThat(worker.process.exitValue()).isEqualTo(10);
        }
    }

    /** A worker whose prover never ends, in a JVM of its own. */
    static final class Stuck implements AutoCloseable, JobHandler {
        private final Process process;

        private Stuck(Process process) {
            this.process = process;
        }

        /** Returns when its job runs. */
        static Stuck start(String group, Duration drainBudget) throws IOException {
            List<String> command = List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-XX:TieredStopAtLevel=1",
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Stuck.class.getName(),
                    broker.bootstrapServers(),
                    registry.url().toString(),
                    group,
                    Long.toString(drainBudget.toMillis()));
            Path log = RunLogs.file("WorkerSignalIT");
            Process process =
                    new ProcessBuilder(command).redirectError(log.toFile()).start();
            BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.equals("RUNNING")) {
                    return new Stuck(process);
                }
            }
            throw new IOException("the worker ended before its job ran; see " + log);
        }

        void signal(String name) throws IOException, InterruptedException {
            assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }

        @Override
        public Optional<Permit> tryAdmit(Job job) {
            return Optional.of(() -> {});
        }

        @Override
        public CompletionStage<Outcome> handle(Job job, JobObserver observer, Cancellation cancellation) {
            System.out.println("RUNNING");
            return new CompletableFuture<>();
        }

        public static void main(String[] args) throws InterruptedException {
            RegistrySettings registrySettings = RegistrySettings.of(URI.create(args[1]));
            QueueSettings.Membership own =
                    QueueSettings.defaults(args[0], args[2]).membership();
            QueueSettings settings = QueueSettings.defaults(args[0], args[2])
                    .withTopics(new TopicNames(args[2]))
                    .withCreation(new QueueSettings.Creation(true, 1, (short) 1))
                    .withMembership(new QueueSettings.Membership(
                            GroupProtocol.CONSUMER,
                            false,
                            own.rebalanceBudget(),
                            Duration.ofMillis(Long.parseLong(args[3])),
                            Duration.ofMillis(500)));
            CachingRegistry schemas = new CachingRegistry(new RegistryClient(registrySettings), registrySettings);
            WorkerId worker = new WorkerId("stuck", "test", "localhost", Instant.now());
            ProofQueue queue = ProofQueue.start(settings, worker, schemas, true, new Stuck(null), Clock.systemUTC());
            while (queue.status().partitions().isEmpty()) {
                Thread.sleep(50); // the topics are made by the worker
            }
            try (RequestProducer producer = RequestProducer.open(settings, "producer", schemas, true)) {
                producer.submit(request()).toCompletableFuture().join();
            }
            System.exit(WorkerLife.exitCode(WorkerLife.await(queue, ServiceManager.of(Map.of())), false));
        }

        private static ProofRequest request() {
            return ProofRequest.newBuilder()
                    .setJobId("job")
                    .setCircuit("any")
                    .setPayloads(List.of(Payload.newBuilder()
                            .setKind(PayloadKind.INPUT)
                            .setInline(ByteBuffer.wrap(new byte[] {1}))
                            .build()))
                    .build();
        }
    }
}
