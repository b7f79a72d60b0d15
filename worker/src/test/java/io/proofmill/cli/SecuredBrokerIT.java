package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.AppenderBase;
import io.proofmill.circom.CircomFixture;
import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.worker.Worker;
import io.proofmill.math.CurveId;
import io.proofmill.queue.embedded.EmbeddedBroker;
import io.proofmill.queue.embedded.EmbeddedRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * A broker with TLS, SASL and Kafka's standard authorizer, and exactly the rights that the operator's guide lists. All secrets are planted ones, and none of them may come up in a log line.
 */
class SecuredBrokerIT {
    private static final CircomFixture MULTIPLIER = new CircomFixture(CurveId.BN254, "multiplier");
    private static final String PASSWORD = "planted-kafka-password";
    private static final String REGISTRY_PASSWORD = "planted-registry-password";
    private static final String STORE_PASSWORD = "planted-store-password";
    /** Two factors that come up nowhere else. */
    private static final String WITNESS = "904625697166532776746648320380374280103";

    private static final List<String> TOPICS = List.of(
            "proof.requests",
            "proof.requests.critical",
            "proof.requests.high",
            "proof.requests.normal",
            "proof.requests.low",
            "proof.retries",
            "proof.results",
            "proof.events",
            "proof.dead-letters",
            "proof.jobs",
            "proof.control");

    @TempDir
    private static Path folder;

    private static EmbeddedBroker broker;
    private static EmbeddedRegistry registry;
    private static Admin admin;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeAll
    static void start() throws Exception {
        Path store = folder.resolve("server.p12");
        keytool(
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-dname",
                "CN=server",
                "-storetype",
                "PKCS12",
                "-ext",
                "san=ip:127.0.0.1",
                "-keystore",
                store.toString());
        keytool(
                "-exportcert",
                "-rfc",
                "-alias",
                "server",
                "-keystore",
                store.toString(),
                "-file",
                certificate().toString());
        broker = EmbeddedBroker.start(new EmbeddedBroker.Settings(0, Optional.empty(), secured(store)));
        registry = EmbeddedRegistry.start();
        Map<String, Object> settings = new HashMap<>();
        kafka("admin").forEach((key, value) -> settings.put(key.substring("kafka.".length()), value));
        admin = Admin.create(settings);
        admin.createTopics(TOPICS.stream()
                        .map(name -> new NewTopic(name, name.equals("proof.control") ? 1 : 2, (short) 1))
                        .toList())
                .all()
                .get();
        admin.createAcls(guide().toList()).all().get();
    }

    @AfterAll
    static void stop() {
        admin.close();
        registry.close();
        broker.close();
    }

    @Test
    void with_the_rights_of_the_guide_jobs_run_operators_see_and_act_and_no_secret_comes_up_in_the_log()
            throws Exception {
        LogCollector log = LogCollector.attach();
        try (Worker worker = startWorker("w1")) {
            await().until(() -> worker.queue().status().joined());
            Path input = Files.writeString(folder.resolve("input.json"), "{\"a\": \"" + WITNESS + "\", \"b\": \"11\"}");
            assertThat(run(
                            "producer",
                            "submit",
                            "--id",
                            "good",
                            "--circuit",
                            "multiplier",
                            "--input",
                            input,
                            "--wait",
                            "60"))
                    .as(out + " " + err)
                    .isZero();
            assertThat(run(
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
                    .as(err.toString())
                    .isEqualTo(1);
            assertThat(out.toString()).contains("UNKNOWN_CIRCUIT");
            assertThat(run("operator", "status")).as(err.toString()).isZero();
            assertThat(out.toString()).contains("1 worker(s)", "multiplier");
            assertThat(run("operator", "events", "--job", "good"))
                    .as(err.toString())
                    .isZero();
            assertThat(run("operator", "jobs")).as(err.toString()).isZero();
            assertThat(run("operator", "replay", "--id", "bad", "--to-circuit", "multiplier"))
                    .as(err.toString())
                    .isZero();
            assertThat(run("operator", "cancel", "nobody")).as(err.toString()).isZero();
        } finally {
            log.detach();
        }
        assertThat(log.lines()).anyMatch(line -> line.contains("proved multiplier"));
        for (String secret : List.of(PASSWORD, REGISTRY_PASSWORD, STORE_PASSWORD, WITNESS)) {
            assertThat(log.lines()).as(secret).noneMatch(line -> line.contains(secret));
        }
    }

    @Test
    void a_producer_without_the_right_to_write_is_told_so() throws Exception {
        Path input = Files.writeString(folder.resolve("other.json"), "{\"a\": \"3\", \"b\": \"11\"}");
        int code = without(
                "User:producer .*proof.requests",
                () -> run("producer", "submit", "--circuit", "multiplier", "--input", input));
        assertThat(code).isEqualTo(3);
        assertThat(err.toString()).startsWith("BROKER_UNAVAILABLE: ").contains("Not authorized to access topics");
    }

    @Test
    void an_operator_without_the_right_to_see_the_group_is_told_so() throws Exception {
        int code = without("User:operator .*GROUP", () -> run("operator", "status"));
        assertThat(code).isEqualTo(3);
        assertThat(err.toString()).startsWith("BROKER_UNAVAILABLE: ").containsIgnoringCase("authoriz");
    }

    @Test
    void a_worker_without_one_of_its_rights_says_which_is_refused() throws Exception {
        for (String[] one : new String[][] {
            {"User:worker .*TRANSACTIONAL_ID", "transactional id authorization failed"},
            {"User:worker .*GROUP", "not authorized to access group: proofmill"}
        }) {
            without(one[0], () -> {
                try (Worker worker = startWorker("lacking")) {
                    await().until(() -> saidBy(worker).toLowerCase(Locale.ROOT).contains(one[1]));
                    worker.queue().stopNow();
                }
                return 0;
            });
        }
    }

    /** What the worker waits for, or why its queue ended. */
    private static String saidBy(Worker worker) {
        CompletableFuture<?> ended = worker.queue().ended().toCompletableFuture();
        return ended.isCompletedExceptionally()
                ? String.valueOf(ended.exceptionNow().getMessage())
                : worker.queue().status().troubles().toString();
    }

    /** What is done with one of the guide's rights taken away. */
    private interface Deed {
        int run() throws Exception;
    }

    private static int without(String right, Deed deed) throws Exception {
        List<AclBinding> taken = guide().filter(
                        binding -> (binding.entry().principal() + " " + binding.pattern()).matches(right + ".*"))
                .toList();
        assertThat(taken).as(right).isNotEmpty();
        admin.deleteAcls(taken.stream().map(AclBinding::toFilter).toList())
                .all()
                .get();
        try {
            return deed.run();
        } finally {
            admin.createAcls(taken).all().get();
        }
    }

    /** The guide's {@code kafka-acls.sh} lines. */
    private static Stream<AclBinding> guide() throws IOException {
        List<AclBinding> bindings = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("../docs/operators-guide.md"))) {
            if (line.startsWith("kafka-acls.sh ")) {
                bindings.addAll(bindings(List.of(line.split(" +"))));
            }
        }
        assertThat(bindings).hasSizeGreaterThan(15);
        return bindings.stream();
    }

    private static List<AclBinding> bindings(List<String> words) {
        String principal = words.get(words.indexOf("--allow-principal") + 1);
        PatternType pattern = words.contains("prefixed") ? PatternType.PREFIXED : PatternType.LITERAL;
        ResourcePattern resource = Stream.of("topic", "group", "transactional-id")
                .filter(kind -> words.contains("--" + kind))
                .map(kind -> new ResourcePattern(
                        ResourceType.fromString(kind.replace('-', '_')),
                        words.get(words.indexOf("--" + kind) + 1),
                        pattern))
                .findFirst()
                .orElseThrow();
        List<AclBinding> bindings = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).equals("--operation")) {
                AclOperation operation = AclOperation.fromString(words.get(i + 1));
                bindings.add(new AclBinding(
                        resource, new AccessControlEntry(principal, "*", operation, AclPermissionType.ALLOW)));
            }
        }
        return bindings;
    }

    private static Map<String, String> secured(Path store) {
        String users = Stream.of("admin", "worker", "producer", "operator")
                .map(user -> " user_" + user + "=\"" + PASSWORD + user + "\"")
                .reduce("", String::concat);
        return Map.ofEntries(
                // The listener keeps its name; what it speaks is another thing.
                Map.entry("listener.security.protocol.map", "PLAINTEXT:SASL_SSL,CONTROLLER:PLAINTEXT"),
                Map.entry("sasl.enabled.mechanisms", "PLAIN"),
                Map.entry("sasl.mechanism.inter.broker.protocol", "PLAIN"),
                Map.entry(
                        "listener.name.plaintext.plain.sasl.jaas.config",
                        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"admin\" password=\""
                                + PASSWORD + "admin\"" + users + ";"),
                Map.entry("ssl.keystore.type", "PKCS12"),
                Map.entry("ssl.keystore.location", store.toString()),
                Map.entry("ssl.keystore.password", STORE_PASSWORD),
                Map.entry("ssl.key.password", STORE_PASSWORD),
                Map.entry("ssl.truststore.type", "PEM"),
                Map.entry("ssl.truststore.location", certificate().toString()),
                Map.entry("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer"),
                Map.entry("super.users", "User:admin;User:ANONYMOUS"));
    }

    private static Map<String, String> kafka(String user) {
        return Map.of(
                "kafka.request.timeout.ms", "8000",
                "kafka.bootstrap.servers", broker.bootstrapServers(),
                "kafka.security.protocol", "SASL_SSL",
                "kafka.sasl.mechanism", "PLAIN",
                "kafka.sasl.jaas.config",
                        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"" + user
                                + "\" password=\"" + PASSWORD + user + "\";",
                "kafka.ssl.truststore.type", "PEM",
                "kafka.ssl.truststore.location", certificate().toString(),
                "kafka.default.api.timeout.ms", "10000",
                "kafka.max.block.ms", "10000");
    }

    private static Worker startWorker(String instance) throws IOException {
        Map<String, String> settings = new HashMap<>(kafka("worker"));
        settings.put("registry.urls", registry.url().toString());
        settings.put("registry.user", "worker");
        settings.put("registry.password-env", "REGISTRY_PASSWORD");
        settings.put(
                "circuits.dir",
                MULTIPLIER.file("circuit.zkey").getParent().getParent().toString());
        settings.put("worker.state-dir", folder.resolve(instance).toString());
        settings.put("worker.instance-id", instance);
        settings.put("prover.backend", "cpu");
        return Worker.start(Configuration.of(settings), Map.of("REGISTRY_PASSWORD", REGISTRY_PASSWORD));
    }

    private int run(String user, Object... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> all =
                new ArrayList<>(Stream.of(arguments).map(Object::toString).toList());
        kafka(user).forEach((key, value) -> all.addAll(List.of("--set", key + "=" + value)));
        all.addAll(List.of("--registry", registry.url().toString()));
        return Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all.toArray(String[]::new));
    }

    private static Path certificate() {
        return folder.resolve("ca.pem");
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", STORE_PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static org.awaitility.core.ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(90)).pollInterval(Duration.ofMillis(200));
    }

    /** Every line that is logged at debug level and above by us and by Kafka's clients, in all its parts. */
    private static final class LogCollector extends AppenderBase<ILoggingEvent> {
        private static final List<String> LOUD =
                List.of("io.proofmill", "org.apache.kafka.clients", "org.apache.kafka.common");

        private final Queue<String> lines = new ConcurrentLinkedQueue<>();

        static LogCollector attach() {
            LogCollector collector = new LogCollector();
            Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
            collector.setContext(root.getLoggerContext());
            collector.start();
            LOUD.forEach(name -> {
                Logger logger = (Logger) LoggerFactory.getLogger(name);
                logger.setLevel(Level.DEBUG);
                logger.setAdditive(false);
                logger.addAppender(collector);
            });
            return collector;
        }

        void detach() {
            LOUD.forEach(name -> {
                Logger logger = (Logger) LoggerFactory.getLogger(name);
                logger.setLevel(null);
                logger.setAdditive(true);
                logger.detachAppender(this);
            });
        }

        List<String> lines() {
            return List.copyOf(lines);
        }

        @Override
        protected void append(ILoggingEvent event) {
            StringBuilder line = new StringBuilder(event.getFormattedMessage()).append(event.getMDCPropertyMap());
            for (IThrowableProxy cause = event.getThrowableProxy(); cause != null; cause = cause.getCause()) {
                line.append(' ').append(cause.getMessage());
            }
            lines.add(line.toString());
        }
    }
}
