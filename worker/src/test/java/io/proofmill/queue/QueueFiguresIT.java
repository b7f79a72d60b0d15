package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.proofmill.queue.embedded.TestBroker;
import io.proofmill.schemas.JobRecord;
import io.proofmill.schemas.JobState;
import io.proofmill.schemas.RecordCoordinates;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Measures the queue on the loopback interface and writes one line a figure to {@code target/queue-figures.txt}. Left out of the plain build: figures need a quiet machine. */
@Tag("slow")
class QueueFiguresIT {
    private static final Path REPORT = Path.of("target", "queue-figures.txt");
    private static final Duration PROOF = Duration.ofMillis(500);
    /** Jobs before the first that counts: workers run for weeks, and two hundred jobs leave most of a JVM's code interpreted. */
    private static final int WARM_UP = 2_000;

    private static TestBroker broker;

    @BeforeAll
    static void startBroker() {
        broker = TestBroker.start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @ParameterizedTest
    @CsvSource({"1,60", "10,300", "100,2000"})
    void from_produced_to_prover_entered(int jobsPerSecond, int jobs) throws IOException {
        try (QueueBench bench = new QueueBench(broker.bootstrapServers(), GroupProtocol.CONSUMER, 4)) {
            Map<String, Long> entered = new ConcurrentHashMap<>();
            ScriptedProver prover = ScriptedProver.of(job -> {
                entered.put(job.id(), System.nanoTime());
                return Optional.of(ScriptedProver.proofOf(job));
            });
            bench.startWorker("w1", prover, QueueBench.running(bench.settings, 16, 64));
            warmUp(bench, entered, WARM_UP);
            Map<String, Long> produced = new HashMap<>();
            long start = System.nanoTime();
            for (int i = 0; i < jobs; i++) {
                sleepUntil(start + i * 1_000_000_000L / jobsPerSecond);
                String id = "job-" + i;
                produced.put(id, System.nanoTime());
                bench.producer.submit(QueueBench.request(id));
            }
            QueueBench.await().until(() -> entered.size() == WARM_UP + jobs);
            double[] millis = produced.entrySet().stream()
                    .mapToDouble(job -> (entered.get(job.getKey()) - job.getValue()) / 1e6)
                    .sorted()
                    .toArray();
            report(
                    "produced to prover entered, %d jobs/s, %d jobs: p50 %.1f ms, p99 %.1f ms, longest %.1f ms",
                    jobsPerSecond, jobs, share(millis, 0.5), share(millis, 0.99), millis[millis.length - 1]);
        }
    }

    @Test
    void overhead_of_zero_length_proofs() throws IOException {
        int jobs = 20_000;
        try (QueueBench bench = new QueueBench(broker.bootstrapServers(), GroupProtocol.CONSUMER, 4)) {
            Map<String, Long> entered = new ConcurrentHashMap<>();
            ScriptedProver prover = ScriptedProver.of(job -> {
                entered.put(job.id(), System.nanoTime());
                return Optional.of(ScriptedProver.proofOf(job));
            });
            ProofQueue queue = bench.startWorker("w1", prover, QueueBench.running(bench.settings, 200, 1_000));
            warmUp(bench, entered, WARM_UP);
            QueueBench.await().until(() -> queue.status().proved() == WARM_UP);
            long cpuBefore = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                    .getProcessCpuTime();
            long start = System.nanoTime();
            for (int i = 0; i < jobs; i++) {
                sleepUntil(start + i * 1_000_000L); // 1,000 a second
                bench.producer.submit(QueueBench.request("job-" + i));
            }
            QueueBench.await()
                    .pollInterval(Duration.ofMillis(10))
                    .until(() -> queue.status().proved() == WARM_UP + jobs);
            double seconds = (System.nanoTime() - start) / 1e9;
            long cpu = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                            .getProcessCpuTime()
                    - cpuBefore;
            report(
                    "%d zero-length proofs offered at 1,000/s: %.0f/s, %.0f us of CPU a job (worker, broker and producer together)",
                    jobs, jobs / seconds, cpu / 1e3 / jobs);
        }
    }

    @Test
    void size_of_the_commits_metadata() throws IOException {
        for (String pattern : List.of("all done", "every second done", "random half done")) {
            OffsetLedger ledger = new OffsetLedger(0);
            Random random = new Random(1);
            for (long offset = 0; offset < 10_000; offset++) {
                ledger.track(offset);
            }
            ledger.start(0);
            for (long offset = 1; offset < 10_000; offset++) {
                boolean done = switch (pattern) {
                    case "all done" -> true;
                    case "every second done" -> offset % 2 == 0;
                    default -> random.nextBoolean();
                };
                if (done) {
                    ledger.complete(offset);
                }
            }
            int length = ledger.commitPoint().metadata().length();
            assertThat(length).isLessThanOrEqualTo(LedgerMetadata.MAX_LENGTH);
            report(
                    "commit metadata, 10,000 offsets in flight behind one stuck job, %s: %d characters",
                    pattern, length);
        }
    }

    @Test
    @SuppressWarnings("FutureReturnValueIgnored") // closing the producer waits for all, and the reader counts them
    void time_and_memory_to_restore_a_million_ids() throws Exception {
        int ids = 1_000_000;
        try (QueueBench bench = new QueueBench(broker.bootstrapServers(), GroupProtocol.CONSUMER, 1)) {
            ClientSettings clients = new ClientSettings(bench.settings, "figures");
            String topic = bench.settings.topics().jobs();
            RecordCodec codec = new RecordCodec(bench.registry, true);
            try (Producer<byte[], byte[]> producer = new KafkaProducer<>(clients.idempotentProducer("ids"))) {
                for (int i = 0; i < ids; i++) {
                    byte[] key = RawRecord.unwrap(Outgoing.keyOf("job-" + i));
                    producer.send(new ProducerRecord<>(topic, 0, key, codec.encode(topic, proved("job-" + i))));
                }
            }
            try (Admin admin = Admin.create(clients.admin())) {
                PartitionReader reader =
                        new PartitionReader(() -> new KafkaConsumer<>(clients.reader("memory")), admin);
                MemoryLoader loader =
                        new MemoryLoader(reader, codec, topic, bench.settings.retention(), Clock.systemUTC());
                long before = usedHeap();
                long start = System.nanoTime();
                JobMemory memory = loader.load(0);
                double seconds = (System.nanoTime() - start) / 1e9;
                long bytes = usedHeap() - before;
                assertThat(memory.size()).isEqualTo(ids);
                report(
                        "restoring %d ids: %.1f s, %d bytes an id, %.1f million ids in a GiB",
                        ids, seconds, bytes / ids, (double) (1 << 30) / bytes * ids / 1e6);
            }
        }
    }

    /** Each worker a process that runs one job of half a second at a time. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8})
    void throughput_of_worker_processes(int workers) throws Exception {
        try (QueueBench bench = new QueueBench(broker.bootstrapServers(), GroupProtocol.CONSUMER, 16)) {
            List<WorkerProcess> processes = new ArrayList<>();
            try {
                for (int i = 0; i < workers; i++) {
                    processes.add(WorkerProcess.start(
                            bench, GroupProtocol.CONSUMER, "w" + i, WorkerProcess.StopAt.HALF_A_SECOND));
                }
                QueueBench.await()
                        .atMost(Duration.ofMinutes(3))
                        .until(() -> GroupView.read(bench.settings, "figures").members().stream()
                                        .filter(member -> member.partitions() > 0)
                                        .count()
                                == workers);
                for (int i = 0; i < workers * 140; i++) {
                    bench.producer.submit(QueueBench.request("job-" + i));
                }
                int window = 30;
                // Eight fresh JVMs compile for a while on two cores; what counts is how a fleet goes on.
                QueueBench.await()
                        .atMost(Duration.ofMinutes(2))
                        .pollInterval(Duration.ofSeconds(2))
                        .until(() -> bench.results().size() >= workers * 50);
                int from = bench.results().size();
                long start = System.nanoTime();
                sleepUntil(start + window * 1_000_000_000L);
                int done = bench.results().size() - from;
                double seconds = (System.nanoTime() - start) / 1e9;
                report(
                        "%d worker process(es), proofs of %d ms, one at a time each: %.2f jobs/s (ideal %.0f)",
                        workers, PROOF.toMillis(), done / seconds, workers * 2.0);
            } finally {
                processes.forEach(WorkerProcess::close);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {45_000, 6_000})
    void from_sigkill_to_the_job_running_elsewhere(int sessionMillis) throws Exception {
        try (TestBroker own = TestBroker.start(Map.of(
                        "group.consumer.session.timeout.ms",
                        Integer.toString(sessionMillis),
                        "group.consumer.heartbeat.interval.ms",
                        sessionMillis == 45_000 ? "5000" : "500"));
                QueueBench bench = new QueueBench(own.bootstrapServers(), GroupProtocol.CONSUMER, 1);
                WorkerProcess victim =
                        WorkerProcess.start(bench, GroupProtocol.CONSUMER, "victim", WorkerProcess.StopAt.PROVING)) {
            bench.submit("job");
            victim.awaitStop();
            ScriptedProver heir = ScriptedProver.steered();
            ProofQueue queue = bench.startWorker("heir", heir);
            QueueBench.await().until(() -> queue.status().state() == QueueStatus.State.RUNNING);
            long start = System.nanoTime();
            victim.kill();
            ScriptedProver.Run run = heir.runs.poll(3, TimeUnit.MINUTES);
            report(
                    "SIGKILL of a worker to its job running elsewhere, session timeout %d s: %.1f s",
                    sessionMillis / 1000, (System.nanoTime() - start) / 1e9);
            run.prove();
        }
    }

    private static void warmUp(QueueBench bench, Map<String, Long> entered, int jobs) {
        for (int i = 0; i < jobs; i++) {
            bench.producer.submit(QueueBench.request("warm-" + i));
        }
        QueueBench.await().until(() -> entered.size() == jobs);
    }

    private static JobRecord proved(String jobId) {
        byte[] digest = StatementDigest.sha256().digest(jobId.getBytes(StandardCharsets.UTF_8));
        return JobRecord.newBuilder()
                .setJobId(jobId)
                .setStatementDigest(HexFormat.of().formatHex(digest))
                .setState(JobState.PROVED)
                .setSource(RecordCoordinates.newBuilder()
                        .setTopic("t")
                        .setPartition(0)
                        .setOffset(0)
                        .build())
                .setAt(Instant.now())
                .build();
    }

    private static long usedHeap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static void sleepUntil(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static double share(double[] sorted, double share) {
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
    }

    @SuppressWarnings("AnnotateFormatMethod") // formats are literals at every call
    private static void report(String format, Object... values) throws IOException {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        String line = format.formatted(values) + "; load %.1f%n".formatted(load);
        Files.createDirectories(REPORT.getParent());
        Files.writeString(REPORT, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        System.out.print(line);
    }
}
