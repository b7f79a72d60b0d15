package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.TopicPlan;
import io.proofmill.queue.embedded.EmbeddedBroker;
import io.proofmill.queue.embedded.EmbeddedRegistry;
import io.proofmill.runlogs.PlantedSecrets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.awaitility.Awaitility;

/** A broker with TLS, SASL (PLAIN and SCRAM) and Kafka's standard authorizer, the topics, and exactly the rights that the operator's guide lists. All its secrets are planted ones. */
final class SecuredBroker implements AutoCloseable {
    private static final List<String> USERS = List.of("admin", "worker", "producer", "operator");
    private static final int SCRAM_ITERATIONS = 4096;
    private final Path folder;
    private final EmbeddedBroker broker;
    private final Admin admin;

    private SecuredBroker(Path folder) throws Exception {
        this.folder = folder;
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
        this.broker = EmbeddedBroker.start(new EmbeddedBroker.Settings(0, Optional.empty(), secured(store)));
        Map<String, Object> settings = new HashMap<>();
        kafka("admin").forEach((key, value) -> settings.put(key.substring("kafka.".length()), value));
        this.admin = Admin.create(settings);
    }

    /** @param folder for the server's key and certificate */
    static SecuredBroker start(Path folder) throws Exception {
        SecuredBroker secured = new SecuredBroker(folder);
        QueueSettings settings =
                QueueSettings.defaults("", "secured").withCreation(new QueueSettings.Creation(true, 2, (short) 1));
        new TopicPlan(settings).ensure(secured.admin);
        secured.admin.createAcls(guide()).all().get();
        return secured;
    }

    /** Lets the user log in by SCRAM-SHA-512 with the password that it has for PLAIN. */
    void addScram(String user) throws Exception {
        List<UserScramCredentialAlteration> added = List.of(new UserScramCredentialUpsertion(
                user,
                new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, SCRAM_ITERATIONS),
                PlantedSecrets.KAFKA_PASSWORD + user));
        admin.alterUserScramCredentials(added).all().get();
    }

    /** Something done with a right taken away. */
    interface Deed<T> {
        T run() throws Exception;
    }

    /** Takes the right away, does it, and puts it back. */
    <T> T without(AclBinding right, Deed<T> deed) throws Exception {
        admin.deleteAcls(List.of(right.toFilter())).all().get();
        awaitAcls(right, 0);
        try {
            return deed.run();
        } finally {
            admin.createAcls(List.of(right)).all().get();
            awaitAcls(right, 1);
        }
    }

    /** The controller has a change before the broker goes by it. */
    private void awaitAcls(AclBinding right, int count) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> admin.describeAcls(right.toFilter()).values().get().size() == count);
    }

    /** The guide's {@code kafka-acls.sh} lines. */
    static List<AclBinding> guide() throws IOException {
        List<AclBinding> bindings = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("../docs/operators-guide.md"))) {
            if (line.startsWith("kafka-acls.sh ")) {
                bindings.addAll(bindings(List.of(line.split(" +"))));
            }
        }
        assertThat(bindings).hasSizeGreaterThan(15);
        return bindings;
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

    private Map<String, String> secured(Path store) {
        String users = USERS.stream()
                .map(user -> " user_" + user + "=\"" + PlantedSecrets.KAFKA_PASSWORD + user + "\"")
                .reduce("", String::concat);
        return Map.ofEntries(
                // The listener keeps its name; what it speaks is another thing.
                Map.entry("listener.security.protocol.map", "PLAINTEXT:SASL_SSL,CONTROLLER:PLAINTEXT"),
                Map.entry("sasl.enabled.mechanisms", "PLAIN,SCRAM-SHA-512"),
                Map.entry("sasl.mechanism.inter.broker.protocol", "PLAIN"),
                Map.entry(
                        "listener.name.plaintext.plain.sasl.jaas.config",
                        "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"admin\" password=\""
                                + PlantedSecrets.KAFKA_PASSWORD + "admin\"" + users + ";"),
                Map.entry(
                        "listener.name.plaintext.scram-sha-512.sasl.jaas.config",
                        "org.apache.kafka.common.security.scram.ScramLoginModule required;"),
                Map.entry("ssl.keystore.type", "PKCS12"),
                Map.entry("ssl.keystore.location", store.toString()),
                Map.entry("ssl.keystore.password", PlantedSecrets.STORE_PASSWORD),
                Map.entry("ssl.key.password", PlantedSecrets.STORE_PASSWORD),
                Map.entry("ssl.truststore.type", "PEM"),
                Map.entry("ssl.truststore.location", certificate().toString()),
                // A worker that was stopped at once is out of the group soon.
                Map.entry("group.consumer.min.session.timeout.ms", "1000"),
                Map.entry("group.consumer.session.timeout.ms", "3000"),
                Map.entry("group.consumer.min.heartbeat.interval.ms", "500"),
                Map.entry("group.consumer.heartbeat.interval.ms", "500"),
                Map.entry("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer"),
                Map.entry("super.users", "User:admin;User:ANONYMOUS"));
    }

    /** A worker's or a command's settings for this user, who logs in by PLAIN. */
    Map<String, String> kafka(String user) {
        return kafka(user, "PLAIN", "org.apache.kafka.common.security.plain.PlainLoginModule");
    }

    /** The same by SCRAM-SHA-512. */
    Map<String, String> kafkaByScram(String user) {
        return kafka(user, "SCRAM-SHA-512", "org.apache.kafka.common.security.scram.ScramLoginModule");
    }

    private Map<String, String> kafka(String user, String mechanism, String module) {
        return Map.of(
                "kafka.request.timeout.ms", "8000",
                "kafka.bootstrap.servers", broker.bootstrapServers(),
                "kafka.security.protocol", "SASL_SSL",
                "kafka.sasl.mechanism", mechanism,
                "kafka.sasl.jaas.config",
                        module + " required username=\"" + user + "\" password=\"" + PlantedSecrets.KAFKA_PASSWORD
                                + user + "\";",
                "kafka.ssl.truststore.type", "PEM",
                "kafka.ssl.truststore.location", certificate().toString(),
                "kafka.default.api.timeout.ms", "10000",
                "kafka.max.block.ms", "10000");
    }

    /** Settings of a worker without circuits of its own, in a state folder of its own. */
    static Map<String, String> workerSettings(Map<String, String> kafka, EmbeddedRegistry registry, Path state) {
        Map<String, String> settings = new HashMap<>(kafka);
        settings.put("registry.urls", registry.url().toString());
        settings.put("worker.state-dir", state.toString());
        settings.put("worker.instance-id", state.getFileName().toString());
        settings.put("prover.backend", "cpu");
        return settings;
    }

    private Path certificate() {
        return folder.resolve("ca.pem");
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", PlantedSecrets.STORE_PASSWORD));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    @Override
    public void close() {
        admin.close();
        broker.close();
    }
}
