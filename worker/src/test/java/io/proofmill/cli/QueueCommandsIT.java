package io.proofmill.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proofmill.circom.CircomFixture;
import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.worker.Worker;
import io.proofmill.math.CurveId;
import io.proofmill.queue.QueueStatus;
import io.proofmill.queue.embedded.EmbeddedRegistry;
import io.proofmill.queue.embedded.OnTestBroker;
import io.proofmill.queue.embedded.TestBroker;
import io.proofmill.runlogs.PlantedSecrets;
import io.proofmill.status.OtlpReceiver;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of those who send jobs and look after them, as typed, against a real worker. */
@OnTestBroker
class QueueCommandsIT {
    private static final CircomFixture MULTIPLIER = new CircomFixture(CurveId.BN254, "multiplier");

    @TempDir
    private static Path state;

    private static Path input;
    private static TestBroker broker;
    private static EmbeddedRegistry registry;
    private static OtlpReceiver traces;
    private static Worker worker;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void start() throws IOException {
        broker = TestBroker.start();
        registry = EmbeddedRegistry.start();
        traces = OtlpReceiver.start();
        input = PlantedSecrets.multiplierInput(state);
        Map<String, String> settings = new HashMap<>(Map.of(
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
                "traces.otlp-endpoint",
                traces.address(),
                "topics.create",
                "true",
                "topics.partitions",
                "2",
                "topics.replication",
                "1"));
        settings.put("traces.headers-env", "TRACES_HEADERS");
        worker = Worker.start(
                Configuration.of(settings), Map.of("TRACES_HEADERS", "Authorization=" + PlantedSecrets.TRACES_TOKEN));
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> worker.queue().status().state() == QueueStatus.State.RUNNING);
    }

    @AfterAll
    static void stop() throws IOException {
        worker.close();
        traces.close();
        registry.close();
        broker.close();
    }

    @Test
    void a_good_job_by_witness_and_by_input_is_proved_and_the_command_says_where() {
        assertThat(submit("good-witness", "multiplier", "--witness", MULTIPLIER.file("witness.wtns")))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("good-witness sent to proof.requests.normal-", "proved by cpu, attempt 1");
        assertThat(submit("good-input", "multiplier", "--input", input))
                .as(err.toString())
                .isZero();
    }

    @Test
    void a_job_for_an_unknown_circuit_gives_exit_code_1_with_the_reason() {
        assertThat(submit("bad", "absent", "--input", input)).isEqualTo(1);
        assertThat(out.toString()).contains("UNKNOWN_CIRCUIT: ", "absent");
    }

    @Test
    void submit_without_a_payload_is_a_usage_error() {
        assertThat(run("submit", "--circuit", "multiplier")).isEqualTo(2);
        assertThat(err.toString()).startsWith("USAGE: ").contains("--witness");
    }

    @Test
    void status_names_the_worker_with_its_build_and_every_topic_with_its_lag() throws IOException {
        assertThat(submit("seen", "multiplier", "--input", input)).isZero();
        Path json = folder.resolve("status.json");
        assertThat(run("status", "--json", json)).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("group proofmill: Stable, 1 worker(s)")
                .contains("w1@" + BuildInfo.current().id())
                .containsPattern("proof\\.requests +lag \\d+ +waiting 0 +started 0")
                .containsPattern("proof\\.retries +lag 0 +waiting 0 +started 0");
        JsonNode view = new ObjectMapper().readTree(json.toFile());
        assertThat(view.at("/members/0/worker").asText())
                .isEqualTo("w1@" + BuildInfo.current().id());
        assertThat(view.at("/members/0/partitions").asInt()).isEqualTo(12);
        assertThat(view.path("topics").path("proof.requests").path("lag").isNumber())
                .isTrue();
    }

    @Test
    void the_status_of_a_group_that_never_had_a_worker_shows_what_waits_for_it() {
        assertThat(submit("waits", "multiplier", "--input", input)).isZero();
        assertThat(run("status", "--set", "worker.group-id=nobody"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .contains("group nobody: Empty, 0 worker(s)")
                .containsPattern("proof\\.requests\\.normal +lag [1-9]");
    }

    @Test
    void dead_letters_are_listed_shown_and_exported() throws IOException {
        assertThat(submit("letter", "absent", "--input", input)).isEqualTo(1);
        Path json = folder.resolve("letters.json");
        assertThat(run("dead-letters", "list", "--id", "letter", "--reason", "UNKNOWN_CIRCUIT", "--json", json))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains(" UNKNOWN_CIRCUIT ", " letter ", "1 dead letter(s)");
        JsonNode listed = new ObjectMapper().readTree(json.toFile()).path(0);
        assertThat(listed.path("jobId").asText()).isEqualTo("letter");

        assertThat(run("dead-letters", "show", "letter")).isZero();
        assertThat(out.toString()).contains("\"reasonCode\": \"UNKNOWN_CIRCUIT\"", "\"instance\": \"w1\"");
        assertThat(run("dead-letters", "show", listed.path("id").asText())).isZero();
        assertThat(run("dead-letters", "show", "no-such-job")).isEqualTo(1);
        assertThat(run("dead-letters", "show", "letter", "--json")).isZero();
        JsonNode shown = new ObjectMapper().readTree(out.toString()).path(0);
        assertThat(shown.at("/letter/reasonCode").asText()).isEqualTo("UNKNOWN_CIRCUIT");
        assertThat(shown.at("/worker/instance").asText()).isEqualTo("w1");
        assertThat(shown.at("/source").asText()).startsWith("proof.requests.normal-");
        byte[] request = Base64.getDecoder().decode(shown.path("value").asText());
        assertThat(request).hasSize(shown.path("valueBytes").asInt()).startsWith(0);

        assertThat(run("dead-letters", "export", "--id", "letter", "--out", folder.resolve("raw")))
                .isZero();
        try (Stream<Path> files = Files.list(folder.resolve("raw"))) {
            assertThat(files).singleElement().satisfies(file -> assertThat(file).hasBinaryContent(request));
        }
        assertThat(run("dead-letters", "export", "--id", "letter", "--json", "--out", folder.resolve("raw")))
                .isZero();
        assertThat(new ObjectMapper().readTree(out.toString()).at("/0/bytes").asInt())
                .isEqualTo(request.length);
    }

    @Test
    void a_dry_run_replays_nothing_and_a_replay_says_what_it_sent() {
        assertThat(submit("mended", "absent", "--input", input)).isEqualTo(1);
        assertThat(run("replay", "--id", "mended", "--dry-run")).isZero();
        assertThat(out.toString()).contains("would replay ", "1 of 1 dead letter(s) selected");

        assertThat(run("replay", "--id", "mended", "--to-circuit", "multiplier", "--by", "tester"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("replaying ", "1 of 1 dead letter(s) replayed");
        assertThat(submit("mended", "multiplier", "--input", input))
                .as("the replayed job's outcome, and not the earlier letter: %s", out)
                .isZero();
    }

    @Test
    void a_request_that_came_again_after_its_dead_letter_is_answered_by_it() {
        assertThat(submit("again", "absent", "--input", input)).isEqualTo(1);
        assertThat(submit("again", "absent", "--input", input)).isEqualTo(1);
        assertThat(out.toString()).contains("UNKNOWN_CIRCUIT: ", "its earlier dead letter stands");
    }

    @Test
    void submit_cancel_and_replay_write_their_answers_as_json() throws IOException {
        Path json = folder.resolve("answer.json");
        assertThat(run(
                        "submit",
                        "--id",
                        "as-json",
                        "--circuit",
                        "absent",
                        "--input",
                        input,
                        "--wait",
                        "20",
                        "--json",
                        json))
                .isEqualTo(1);
        JsonNode submitted = new ObjectMapper().readTree(json.toFile());
        assertThat(submitted.path("jobId").asText()).isEqualTo("as-json");
        assertThat(submitted.path("topic").asText()).isEqualTo("proof.requests.normal");
        assertThat(submitted.at("/outcome/state").asText()).isEqualTo("given-up");
        assertThat(submitted.at("/outcome/reasonCode").asText()).isEqualTo("UNKNOWN_CIRCUIT");
        assertThat(run("replay", "--id", "as-json", "--to-circuit", "multiplier", "--json", json))
                .isZero();
        JsonNode replayed = new ObjectMapper().readTree(json.toFile()).path(0);
        assertThat(replayed.at("/letter/jobId").asText()).isEqualTo("as-json");
        assertThat(replayed.path("offset").isNumber()).isTrue();
        assertThat(run("replay", "--id", "as-json", "--dry-run", "--json"))
                .as("JSON alone on the standard output: %s", out)
                .isZero();
        assertThat(new ObjectMapper()
                        .readTree(out.toString())
                        .at("/0/letter/jobId")
                        .asText())
                .isEqualTo("as-json");
        assertThat(run("cancel", "somebody", "--json", json)).isZero();
        assertThat(new ObjectMapper().readTree(json.toFile()).path("topic").asText())
                .isEqualTo("proof.control");
    }

    @Test
    void a_result_carries_the_worker_s_own_span_so_that_its_consumer_can_go_on_from_there() {
        assertThat(submit("traced", "multiplier", "--input", input)).isZero();
        String carried = traceParentOfResult("traced");
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(
                        () -> assertThat(traces.spansOf("prove multiplier")).anyMatch(carried::contains));
    }

    private static String traceParentOfResult(String jobId) {
        try (KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers", broker.bootstrapServers(),
                        "isolation.level", "read_committed",
                        "auto.offset.reset", "earliest"),
                new StringDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.assign(List.of(new TopicPartition("proof.results", 0), new TopicPartition("proof.results", 1)));
            long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (System.nanoTime() - end < 0) {
                for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofMillis(200))) {
                    if (jobId.equals(record.key())) {
                        return new String(
                                record.headers().lastHeader("traceparent").value(), US_ASCII);
                    }
                }
            }
        }
        throw new AssertionError("no result of " + jobId + " came within 30 s");
    }

    @Test
    void cancelling_an_unknown_job_is_passed_on_and_does_no_harm() {
        assertThat(run("cancel", "never-sent", "--reason", "a slip"))
                .as(err.toString())
                .isZero();
        assertThat(out.toString()).contains("asked all workers to cancel never-sent");
        assertThat(submit("after-cancel", "multiplier", "--input", input)).isZero();
    }

    @Test
    void brokers_that_are_away_give_exit_code_3_and_one_line() {
        int code = Main.commandLine()
                .setErr(new PrintWriter(err, true))
                .execute(
                        "status",
                        "--bootstrap",
                        "127.0.0.1:1",
                        "--set",
                        "kafka.default.api.timeout.ms=1000",
                        "--set",
                        "kafka.request.timeout.ms=1000");
        assertThat(code).isEqualTo(3);
        assertThat(err.toString()).startsWith("BROKER_UNAVAILABLE: ").hasLineCount(1);
    }

    private int submit(String id, String circuit, String kind, Path payload) {
        return run("submit", "--id", id, "--circuit", circuit, kind, payload, "--wait", "20");
    }

    /** Forgets the output of the command before. */
    private int run(Object... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        Stream<String> cluster = Stream.of(
                "--bootstrap",
                broker.bootstrapServers(),
                "--registry",
                registry.url().toString());
        List<String> all = Stream.concat(Stream.of(arguments).map(Object::toString), cluster)
                .toList();
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
    }
}
