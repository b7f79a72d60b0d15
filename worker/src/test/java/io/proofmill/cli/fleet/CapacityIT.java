package io.proofmill.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proofmill.queue.Cancellation;
import io.proofmill.queue.Job;
import io.proofmill.queue.JobHandler;
import io.proofmill.queue.JobObserver;
import io.proofmill.queue.Outcome;
import io.proofmill.queue.Permit;
import io.proofmill.queue.ProofQueue;
import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.RequestProducer;
import io.proofmill.queue.TopicNames;
import io.proofmill.queue.TopicReader;
import io.proofmill.queue.WorkerId;
import io.proofmill.queue.embedded.EmbeddedBroker;
import io.proofmill.queue.embedded.EmbeddedRegistry;
import io.proofmill.queue.registry.CachingRegistry;
import io.proofmill.queue.registry.RegistryClient;
import io.proofmill.queue.registry.RegistrySettings;
import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.ProofEvent;
import io.proofmill.schemas.ProofRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Predictions against real runs: the same jobs go to 1, 2, 4 and 8 real workers on a real broker, with a prover that takes half a second and no processor. The run of one worker is recorded, and
 * the other three are predicted from it. It prints the table of docs/measurements/capacity.md.
 */
@Tag("slow")
class CapacityIT {
    private static final int JOBS = 160;
    private static final int PARTITIONS = 24;
    private static final Duration PROOF = Duration.ofMillis(500);
    /** How far the simulation may be off with the durations of the very run. */
    private static final double SIMULATION = 0.2;
    /** How far a prediction from the run of one worker may be off: on a machine that all workers share, more of them make each slower. */
    private static final double PREDICTION = 0.4;

    private static final ScheduledExecutorService TIMER = Executors.newSingleThreadScheduledExecutor();
    private static EmbeddedBroker broker;
    private static EmbeddedRegistry registry;
    private static RegistryClient client;
    private static CachingRegistry schemas;

    @BeforeAll
    static void start() throws IOException {
        broker = EmbeddedBroker.start();
        registry = EmbeddedRegistry.start();
        RegistrySettings settings = RegistrySettings.from(
                Map.of(RegistrySettings.URL, registry.url().toString()));
        client = new RegistryClient(settings);
        schemas = new CachingRegistry(client, settings);
    }

    @AfterAll
    static void stop() {
        TIMER.shutdownNow();
        client.close();
        registry.close();
        broker.close();
    }

    @Test
    void the_run_of_one_worker_predicts_those_of_two_four_and_eight() throws Exception {
        FleetHistory one = run(1);
        Recording recording = Recording.of(one);
        System.out.printf(
                "CAPACITY %d jobs of %d ms, %d partitions; turnaround %.3f s%n",
                JOBS, PROOF.toMillis(), PARTITIONS, recording.turnaroundSeconds());
        List<Runnable> checks = new ArrayList<>();
        for (int workers : new int[] {1, 2, 4, 8}) {
            FleetHistory history = workers == 1 ? one : run(workers);
            double real = makespan(history);
            double predicted = predict(recording, workers);
            double simulated = predict(Recording.of(history), workers);
            System.out.printf(
                    "CAPACITY | %d | %.1f s | %.2f | %.1f s | %+.1f %% | %.1f s | %+.1f %% |%n",
                    workers,
                    real,
                    JOBS / real,
                    predicted,
                    100 * (predicted / real - 1),
                    simulated,
                    100 * (simulated / real - 1));
            checks.add(() -> {
                assertThat(simulated / real).as("%d workers", workers).isCloseTo(1.0, within(SIMULATION));
                assertThat(predicted / real).as("%d workers", workers).isCloseTo(1.0, within(PREDICTION));
            });
        }
        checks.forEach(Runnable::run);
    }

    private static double predict(Recording recording, int workers) {
        return new Plan(recording, 1, PARTITIONS, 2, 1).replay(workers).makespan();
    }

    /** From the first request's time stamp to the last proof. */
    private static double makespan(FleetHistory history) {
        Instant last = history.attempts()
                .map(attempt -> attempt.end().orElseThrow().getAt())
                .max(Comparator.naturalOrder())
                .orElseThrow();
        Instant first = history.attempts()
                .map(attempt -> attempt.source().orElseThrow().getTimestamp())
                .min(Comparator.naturalOrder())
                .orElseThrow();
        return Duration.between(first, last).toMillis() / 1e3;
    }

    private static FleetHistory run(int workers) throws Exception {
        QueueSettings defaults = QueueSettings.defaults(broker.bootstrapServers(), "capacity-" + workers);
        QueueSettings settings = defaults.withTopics(new TopicNames("capacity" + workers))
                .withCreation(new QueueSettings.Creation(true, PARTITIONS, (short) 1))
                .withIntake(new QueueSettings.Intake(1, 8, 1 << 20));
        List<ProofQueue> queues = new ArrayList<>();
        for (int i = 0; i < workers; i++) {
            queues.add(ProofQueue.start(
                    settings,
                    new WorkerId("w" + i, "b", "h", Instant.now()),
                    schemas,
                    true,
                    new TimedProver(),
                    Clock.systemUTC()));
        }
        try (RequestProducer producer = RequestProducer.open(settings, "capacity-producer", schemas, true)) {
            Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> areSettled(queues));
            for (int i = 0; i < JOBS; i++) {
                producer.submit(request("job-" + i)).toCompletableFuture().join();
            }
            return awaitAll(settings);
        } finally {
            queues.forEach(ProofQueue::drain);
            queues.forEach(ProofQueue::close);
        }
    }

    /** Every partition has an owner, and no worker has none. */
    private static boolean areSettled(List<ProofQueue> queues) {
        int topics = 6;
        return queues.stream().noneMatch(queue -> queue.status().partitions().isEmpty())
                && queues.stream()
                                .mapToInt(queue -> queue.status().partitions().size())
                                .sum()
                        == topics * PARTITIONS;
    }

    private static FleetHistory awaitAll(QueueSettings settings) {
        FleetHistory history = new FleetHistory();
        try (TopicReader<ProofEvent> events = TopicReader.events(settings, schemas, "capacity-reader")) {
            long deadline = System.nanoTime() + Duration.ofMinutes(5).toNanos();
            while (history.attempts().filter(AttemptLife::proved).count() < JOBS) {
                assertThat(System.nanoTime())
                        .as("all are proved in five minutes")
                        .isLessThan(deadline);
                events.poll(Duration.ofMillis(200), (at, event) -> history.accept(event));
            }
        }
        return history;
    }

    private static ProofRequest request(String jobId) {
        return ProofRequest.newBuilder()
                .setJobId(jobId)
                .setCircuit("timed")
                .setCreatedAt(Instant.now())
                .setPayloads(List.of(Payload.newBuilder()
                        .setKind(PayloadKind.INPUT)
                        .setInline(ByteBuffer.wrap(new byte[] {1}))
                        .build()))
                .build();
    }

    /** Half a second a proof, as if a device were at work. */
    private static final class TimedProver implements JobHandler {
        @Override
        public Optional<Permit> tryAdmit(Job job) {
            return Optional.of(() -> {});
        }

        @Override
        @SuppressWarnings("FutureReturnValueIgnored") // the outcome says it
        public CompletionStage<Outcome> handle(Job job, JobObserver observer, Cancellation cancellation) {
            CompletableFuture<Outcome> outcome = new CompletableFuture<>();
            observer.onDevice("double:0");
            observer.phaseStarted("proving");
            TIMER.schedule(
                    () -> {
                        observer.phaseFinished("proving", PROOF.toNanos());
                        outcome.complete(new Outcome.Proved(
                                "BN254",
                                "DIGEST",
                                ByteBuffer.wrap(new byte[] {1}),
                                List.of(),
                                Optional.empty(),
                                "double:0",
                                List.of()));
                    },
                    PROOF.toMillis(),
                    TimeUnit.MILLISECONDS);
            return outcome;
        }
    }
}
