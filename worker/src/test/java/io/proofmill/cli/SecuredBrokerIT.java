package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.proofmill.circom.CircomFixture;
import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.worker.ChildWorker;
import io.proofmill.cli.worker.Worker;
import io.proofmill.math.CurveId;
import io.proofmill.queue.embedded.EmbeddedRegistry;
import io.proofmill.runlogs.LeakSearch;
import io.proofmill.runlogs.PlantedSecrets;
import io.proofmill.runlogs.RunLogs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Workers, producers and operators with the rights of the operator's guide at a broker with TLS, SASL and Kafka's standard authorizer. One worker runs in this process and logs in by PLAIN, one in
 * a process of its own by SCRAM. Everything is logged at debug level: by the workers, the commands, Kafka's clients, the broker and the registry, and none of the planted secrets may come up there. {@code RunLogsIT} looks for them in the logs of all tests.
 */
class SecuredBrokerIT {
    private static final CircomFixture MULTIPLIER = new CircomFixture(CurveId.BN254, "multiplier");

    @TempDir
    private static Path folder;

    private static LogCollector log;
    private static SecuredBroker broker;
    private static EmbeddedRegistry registry;

    @BeforeAll
    static void start() throws Exception {
        log = LogCollector.attach(Level.DEBUG, "io.proofmill", "org.apache.kafka", "kafka", "state.change.logger");
        broker = SecuredBroker.start(folder);
        broker.addScram("worker");
        registry = EmbeddedRegistry.start();
    }

    @AfterAll
    static void stop() {
        registry.close();
        broker.close();
        log.close();
    }

    @Test
    void with_the_rights_of_the_guide_jobs_run_operators_see_and_act_and_no_secret_comes_up_in_any_log()
            throws Exception {
        Path input = PlantedSecrets.multiplierInput(folder);
        SecuredCommands commands = new SecuredCommands(broker, registry);
        Path childLog = RunLogs.file("SecuredBrokerIT");
        try (Worker worker = Worker.start(Configuration.of(settings("w1", broker.kafka("worker"))), secrets())) {
            awaitJoined(worker);
            prove(commands, input, "good");
            assertThat(commands.run(
                            "producer",
                            "submit",
                            "--id",
                            "bad",
                            "--circuit",
                            "absent",
                            "--input",
                            input,
                            "--wait",
                            "60"))
                    .as(commands.said())
                    .isEqualTo(1);
            assertThat(commands.out()).contains("UNKNOWN_CIRCUIT");
            assertThat(commands.run("operator", "status")).as(commands.said()).isZero();
            assertThat(commands.out()).contains("1 worker(s)", "multiplier");
            for (String look :
                    List.of("events --job good", "jobs", "plan --rate 1/h --start-within 1h", "dead-letters list")) {
                assertThat(commands.run("operator", (Object[]) look.split(" ")))
                        .as(commands.said())
                        .isZero();
            }
            assertThat(commands.run("operator", "replay", "--id", "bad", "--to-circuit", "multiplier"))
                    .as(commands.said())
                    .isZero();
            assertThat(commands.run("operator", "cancel", "nobody"))
                    .as(commands.said())
                    .isZero();
        }
        try (ChildWorker child = ChildWorker.start(Main.class, childLog, secrets(), childArguments())) {
            prove(commands, input, "by-the-child");
            child.signal("TERM");
            assertThat(child.exitCode()).isZero();
        }
        assertThat(log.lines()).anyMatch(line -> line.contains("proved multiplier"));
        assertThat(Files.readString(childLog)).contains("proved multiplier", "\"level\":\"DEBUG\"");
        assertThat(leaks(log.lines())).isEmpty();
        assertThat(leaks(Files.readAllLines(childLog))).isEmpty();
    }

    private static List<String> leaks(List<String> lines) {
        LeakSearch search = LeakSearch.forPlanted();
        return lines.stream().filter(line -> search.leakIn(line).isPresent()).toList();
    }

    private static void prove(SecuredCommands commands, Path input, String id) {
        assertThat(commands.run(
                        "producer", "submit", "--id", id, "--circuit", "multiplier", "--input", input, "--wait", "90"))
                .as(commands.said())
                .isZero();
    }

    private static void awaitJoined(Worker worker) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(90))
                .pollInterval(Duration.ofMillis(200))
                .until(() -> worker.queue().status().joined());
    }

    private static Map<String, String> secrets() {
        return Map.of(
                "REGISTRY_PASSWORD", PlantedSecrets.REGISTRY_PASSWORD,
                "STATUS_TOKEN", PlantedSecrets.STATUS_TOKEN,
                "TRACES_HEADERS", "Authorization=" + PlantedSecrets.TRACES_TOKEN);
    }

    private static Map<String, String> settings(String instance, Map<String, String> kafka) {
        Map<String, String> settings = SecuredBroker.workerSettings(kafka, registry, folder.resolve(instance));
        settings.put("registry.user", "worker");
        settings.put("registry.password-env", "REGISTRY_PASSWORD");
        settings.put("status.token-env", "STATUS_TOKEN");
        settings.put("traces.headers-env", "TRACES_HEADERS");
        settings.put(
                "circuits.dir",
                MULTIPLIER.file("circuit.zkey").getParent().getParent().toString());
        return settings;
    }

    private static List<String> childArguments() {
        Map<String, String> settings = new HashMap<>(settings("w2", broker.kafkaByScram("worker")));
        settings.put("log.level", "debug");
        settings.put("log.format", "json");
        List<String> arguments = new ArrayList<>(List.of("worker"));
        settings.forEach((key, value) -> arguments.addAll(List.of("--set", key + "=" + value)));
        return arguments;
    }
}
