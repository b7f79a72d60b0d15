package io.proofmill.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.circom.CircomFixture;
import io.proofmill.cli.BuildInfo;
import io.proofmill.cli.Main;
import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.RequestProducer;
import io.proofmill.queue.embedded.EmbeddedBroker;
import io.proofmill.queue.embedded.EmbeddedRegistry;
import io.proofmill.queue.embedded.FreePort;
import io.proofmill.queue.registry.CachingRegistry;
import io.proofmill.queue.registry.RegistryClient;
import io.proofmill.queue.registry.RegistrySettings;
import io.proofmill.runlogs.RunLogs;
import io.proofmill.schemas.Payload;
import io.proofmill.schemas.PayloadKind;
import io.proofmill.schemas.ProofRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Stop and restart with real processes. */
class StopIT {
    private static final CircomFixture MULTIPLIER = new CircomFixture(CurveId.BN254, "multiplier");

    private static EmbeddedBroker broker;
    private static EmbeddedRegistry registry;

    @TempDir
    private Path folder;

    private final Path log = RunLogs.file("StopIT");
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void start() throws IOException {
        broker = EmbeddedBroker.start();
        registry = EmbeddedRegistry.start();
    }

    @AfterAll
    static void stop() {
        registry.close();
        broker.close();
    }

    @Test
    void stop_drains_the_worker_that_holds_the_lock_and_says_which_build_ended() throws Throwable {
        try (DatagramEar ear = new DatagramEar(folder.resolve("n"));
                ChildWorker worker =
                        startWorker(Map.of("NOTIFY_SOCKET", folder.resolve("n").toString()), 0)) {
            List<String> heard = awaitReady(ear);
            assertThat(heard).contains("READY=1");
            assertThat(Files.readString(pidFile())).isEqualTo(worker.pid() + "\n");
            worker.signal("USR2");
            await().until(() -> worker.log().contains("log level of io.proofmill is DEBUG from now on"));
            worker.signal("USR2");
            await().until(() -> worker.log().contains("log level of io.proofmill is INFO from now on"));

            assertThat(new CommandLine(new StopCommand())
                            .setOut(new PrintWriter(out))
                            .execute(settings(0)))
                    .isZero();
            assertThat(worker.isAlive()).isFalse();
            assertThat(out.toString())
                    .startsWith("worker w1, build " + BuildInfo.current().id() + ", pid " + worker.pid() + ", started ")
                    .contains(": drained after ");
            assertThat(ear.heard()).contains("STOPPING=1");
            assertThat(pidFile()).doesNotExist();
            assertFree();
            assertThat(worker.log()).containsSubsequence("======== worker w1 starts, build ", "======== worker ended");
        }
    }

    @Test
    void restart_ends_the_old_worker_and_runs_the_new_one_under_the_same_lock() throws Throwable {
        try (DatagramEar ear = new DatagramEar(folder.resolve("n"))) {
            Map<String, String> environment =
                    Map.of("NOTIFY_SOCKET", folder.resolve("n").toString());
            try (ChildWorker old = startWorker(environment, 0)) {
                awaitReady(ear);
                List<String> arguments = new ArrayList<>(List.of("restart", "--drain", "60s"));
                arguments.addAll(List.of(settings(0)));
                try (ChildWorker next = ChildWorker.start(Main.class, RunLogs.file("StopIT"), environment, arguments)) {
                    assertThat(old.exitCode()).isZero();
                    awaitReady(ear);
                    assertThat(next.log())
                            .containsSubsequence(
                                    "worker w1, build " + BuildInfo.current().id() + ", pid " + old.pid(),
                                    ": drained after ",
                                    "======== worker w1 starts, build ");
                    assertThat(StateFolder.look(folder.resolve("state")).holder())
                            .hasValueSatisfying(
                                    holder -> assertThat(holder.pid()).isEqualTo(next.pid()));
                }
            }
        }
    }

    @Test
    void nobody_to_stop_is_exit_code_1() {
        assertThat(stopWorker("--json")).isEqualTo(1);
        assertThat(out.toString()).contains("\"exitCode\" : 1");
    }

    @Test
    void a_second_worker_is_refused_by_the_lock_and_by_the_port_and_told_who_holds_them() throws Throwable {
        int port = FreePort.find();
        try (DatagramEar ear = new DatagramEar(folder.resolve("n"));
                ChildWorker worker =
                        startWorker(Map.of("NOTIFY_SOCKET", folder.resolve("n").toString()), port)) {
            awaitReady(ear);
            assertThatThrownBy(() -> Worker.start(configuration(port, folder.resolve("state")), Map.of()))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("is held by another worker: instance w1, pid " + worker.pid() + ", build "
                            + BuildInfo.current().id());
            assertThatThrownBy(() -> Worker.start(configuration(port, folder.resolve("other")), Map.of()))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageStartingWith("status.port " + port + " is taken by worker w1, build "
                            + BuildInfo.current().id());
        }
    }

    @Test
    void a_killed_worker_leaves_nothing_behind_that_keeps_the_next_one_from_starting_at_once() throws Throwable {
        try (DatagramEar ear = new DatagramEar(folder.resolve("n"))) {
            Map<String, String> environment =
                    Map.of("NOTIFY_SOCKET", folder.resolve("n").toString());
            try (ChildWorker worker = startWorker(environment, 0)) {
                awaitReady(ear);
                worker.close();
                assertFree();
                assertThat(stopWorker()).isEqualTo(1);
            }
            try (ChildWorker next = startWorker(environment, 0)) {
                awaitReady(ear);
                assertThat(Files.readString(pidFile())).isEqualTo(next.pid() + "\n");
                assertThat(next.log().split("======== worker w1 starts", -1))
                        .as("one mark a start")
                        .hasSize(3);
            }
        }
    }

    /** A device call that never returns: the drain budget ends, the job is handed back, the process goes anyway, and the lock is free. */
    @Test
    void a_worker_whose_device_hangs_goes_at_the_end_of_its_drain_budget() throws Exception {
        try (ChildWorker worker = startHungWorker("hung-drained")) {
            assertThat(stopWorker("--drain", "60s")).isEqualTo(WorkerLife.HANDED_BACK);
            assertThat(out.toString())
                    .startsWith("worker hung, build build-of-hung, pid " + worker.pid())
                    .contains("drained, some jobs handed back to the group after ");
            assertThat(worker.exitCode()).isEqualTo(WorkerLife.HANDED_BACK);
            assertThat(worker.log()).contains("the process goes without it");
            assertFree();
        }
    }

    @Test
    void a_drain_that_takes_longer_than_one_waits_is_cut() throws Exception {
        try (ChildWorker worker = startHungWorker("hung-cut")) {
            assertThat(stopWorker("--drain", "100ms")).isEqualTo(WorkerLife.CUT);
            assertThat(worker.exitCode()).isEqualTo(WorkerLife.CUT);
            assertFree();
        }
    }

    @Test
    void a_process_that_answers_no_signal_is_killed() throws Exception {
        try (ChildWorker worker = startHungWorker("hung-frozen")) {
            worker.freeze();
            assertThat(stopWorker("--drain", "100ms")).isEqualTo(137);
            assertThat(out.toString()).contains("answered no signal and was killed after ");
            assertFree();
        }
    }

    private ChildWorker startHungWorker(String group) throws IOException {
        ChildWorker worker = ChildWorker.start(
                HungWorker.class,
                log,
                Map.of(),
                List.of(
                        broker.bootstrapServers(),
                        registry.url().toString(),
                        folder.resolve("state").toString(),
                        group));
        submit(group);
        await().until(() -> worker.log().contains("HANGING"));
        return worker;
    }

    private static void submit(String group) {
        RegistrySettings settings = RegistrySettings.from(
                Map.of(RegistrySettings.URL, registry.url().toString()));
        try (RegistryClient client = new RegistryClient(settings);
                RequestProducer producer = RequestProducer.open(
                        QueueSettings.defaults(broker.bootstrapServers(), group),
                        group,
                        new CachingRegistry(client, settings),
                        true)) {
            producer.submit(ProofRequest.newBuilder()
                            .setJobId(group)
                            .setCircuit("any")
                            .setCreatedAt(Instant.now())
                            .setPayloads(List.of(Payload.newBuilder()
                                    .setKind(PayloadKind.INPUT)
                                    .setInline(ByteBuffer.wrap(new byte[] {1}))
                                    .build()))
                            .build())
                    .toCompletableFuture()
                    .join();
        }
    }

    private ChildWorker startWorker(Map<String, String> environment, int port) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("worker", "--pid-file", pidFile().toString()));
        arguments.addAll(List.of(settings(port)));
        return ChildWorker.start(Main.class, log, environment, arguments);
    }

    private String[] settings(int port) {
        List<String> arguments = new ArrayList<>();
        configured(port, folder.resolve("state")).forEach((key, value) -> {
            arguments.add("--set");
            arguments.add(key + "=" + value);
        });
        return arguments.toArray(String[]::new);
    }

    private static io.proofmill.cli.config.Configuration configuration(int port, Path state) {
        return io.proofmill.cli.config.Configuration.of(configured(port, state));
    }

    private static Map<String, String> configured(int port, Path state) {
        return Map.of(
                "kafka.bootstrap.servers",
                broker.bootstrapServers(),
                "registry.urls",
                registry.url().toString(),
                "circuits.dir",
                MULTIPLIER.file("circuit.zkey").getParent().getParent().toString(),
                "worker.state-dir",
                state.toString(),
                "worker.instance-id",
                "w1",
                "prover.backend",
                "cpu",
                "topics.create",
                "true",
                "topics.partitions",
                "1",
                "topics.replication",
                "1",
                "status.port",
                Integer.toString(port));
    }

    private int stopWorker(String... options) {
        out.getBuffer().setLength(0);
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of(settings(0)));
        return new CommandLine(new StopCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments.toArray(String[]::new));
    }

    private void assertFree() throws IOException {
        assertThat(StateFolder.look(folder.resolve("state")).held()).isFalse();
    }

    private Path pidFile() {
        return folder.resolve("worker.pid");
    }

    private static List<String> awaitReady(DatagramEar ear) {
        List<String> heard = new ArrayList<>();
        await().until(() -> {
            try {
                heard.addAll(ear.heard());
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
            return heard.contains("READY=1");
        });
        return heard;
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(100));
    }
}
