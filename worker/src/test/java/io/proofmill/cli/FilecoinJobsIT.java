package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.worker.Worker;
import io.proofmill.queue.QueueStatus;
import io.proofmill.queue.embedded.EmbeddedBroker;
import io.proofmill.queue.embedded.EmbeddedRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Filecoin's proofs through Kafka: vanilla proofs in, proofs out that the verifying key accepts, as typed. */
class FilecoinJobsIT {
    private static final Path FIXTURES = Path.of("src/test/resources/filecoin");
    private static final Path WINDOW = FIXTURES.resolve("window-2KiB");

    @TempDir
    private static Path state;

    private static EmbeddedBroker broker;
    private static EmbeddedRegistry registry;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void start() throws IOException {
        broker = EmbeddedBroker.start();
        registry = EmbeddedRegistry.start();
    }

    @AfterAll
    static void stop() throws IOException {
        registry.close();
        broker.close();
    }

    @Test
    void a_window_post_s_proof_under_bellpersons_key_comes_out_of_kafka() throws IOException {
        try (Worker worker = worker(WINDOW)) {
            assertThat(worker.queue().status().state()).isEqualTo(QueueStatus.State.RUNNING);
            assertThat(submit("bellperson", "window-2KiB", "300"))
                    .as(err.toString())
                    .isZero();
            assertThat(verify("window-2KiB", WINDOW.resolve("window-2KiB.vk")))
                    .as(err.toString())
                    .isZero();
            assertThat(run(
                            "events",
                            "--job",
                            "bellperson",
                            "--json",
                            "--bootstrap",
                            broker.bootstrapServers(),
                            "--registry",
                            registry.url()))
                    .as(err.toString())
                    .isZero();
            assertThat(out.toString().replaceAll("\\s", ""))
                    .contains("\"kind\":\"window\"", "\"miner\":\"1000\"", "\"sector\":\"112679,112680\"");
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"window-2KiB", "winning-2KiB", "snap-2KiB", "porep-2KiB"})
    void a_proof_under_a_development_key_comes_out_of_kafka(String label) throws IOException {
        Path keys = folder.resolve("keys");
        assertThat(run("keys", "setup", "--circuit", "filecoin/" + label, "--out", keys, "--insecure"))
                .as(err.toString())
                .isZero();
        try (Worker worker = worker(keys)) {
            assertThat(worker.queue().status().state()).isEqualTo(QueueStatus.State.RUNNING);
            assertThat(submit("development-" + label, label, "900"))
                    .as(err.toString())
                    .isZero();
            assertThat(verify(label, keys.resolve(label + ".vk")))
                    .as(err.toString())
                    .isZero();
        }
    }

    /** @param id of its own for each key: an id that was answered gets the same answer again */
    private int submit(String id, String label, String seconds) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of("submit", "--id", id, "--circuit", "filecoin/" + label));
        arguments.addAll(List.of("--input", FIXTURES.resolve(label).resolve("public.json"), "--vanilla"));
        arguments.addAll(vanilla(label));
        arguments.addAll(List.of("--wait", seconds, "--proof", folder.resolve("proof.bin")));
        arguments.addAll(List.of("--bootstrap", broker.bootstrapServers(), "--registry", registry.url()));
        return run(arguments.toArray());
    }

    private int verify(String label, Path key) {
        return run(
                "filecoin",
                "verify",
                "--circuit",
                "filecoin/" + label,
                "--vk",
                key,
                "--public",
                FIXTURES.resolve(label).resolve("public.json"),
                "--proof",
                folder.resolve("proof.bin"));
    }

    private static List<Path> vanilla(String label) throws IOException {
        try (Stream<Path> files = Files.list(FIXTURES.resolve(label))) {
            return files.filter(file -> file.toString().endsWith(".vanilla.bin")
                            || file.getFileName().toString().equals("c1.json"))
                    .sorted()
                    .toList();
        }
    }

    private static Worker worker(Path keys) throws IOException {
        Map<String, String> settings = Map.of(
                "kafka.bootstrap.servers", broker.bootstrapServers(),
                "registry.urls", registry.url().toString(),
                "filecoin.parameter-dir", keys.toString(),
                "circuits.dir", state.resolve("none").toString(),
                "worker.state-dir", state.toString(),
                "prover.backend", "cpu",
                "topics.create", "true",
                "topics.partitions", "2",
                "topics.replication", "1");
        Worker worker = Worker.start(Configuration.of(settings), Map.of());
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> worker.queue().status().state() == QueueStatus.State.RUNNING);
        return worker;
    }

    private int run(Object... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(Stream.of(arguments).map(Object::toString).toArray(String[]::new));
    }
}
