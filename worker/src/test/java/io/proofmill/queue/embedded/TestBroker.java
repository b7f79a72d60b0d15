package io.proofmill.queue.embedded;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;

/**
 * The one place that integration tests get their broker from, so that the same suite runs on the embedded broker and on Kafka's own container image. The system property {@value #KIND} says which:
 * {@code embedded} (the default) or {@code container}. Classes that take their broker from here are marked {@link OnTestBroker}.
 */
public interface TestBroker extends AutoCloseable {
    String KIND = "proofmill.test.broker";

    /** The image, as docker-compose.yml names it. */
    String IMAGE = "proofmill.test.kafka-image";

    /** Address for clients. */
    String bootstrapServers();

    @Override
    void close();

    /** False when a container is wanted and no Docker engine answers. */
    static boolean isPossible() {
        return !System.getProperty(KIND, "embedded").equals("container")
                || DockerClientFactory.instance().isDockerAvailable();
    }

    /** Starts a broker. */
    static TestBroker start() {
        return start(Map.of());
    }

    /** Starts a broker with settings that win over the usual ones. */
    static TestBroker start(Map<String, String> overrides) {
        return switch (System.getProperty(KIND, "embedded")) {
            case "embedded" ->
                new Embedded(EmbeddedBroker.start(new EmbeddedBroker.Settings(0, Optional.empty(), overrides)));
            case "container" -> container(overrides);
            default ->
                throw new IllegalArgumentException(
                        KIND + ": expected embedded or container, found " + System.getProperty(KIND));
        };
    }

    private static TestBroker container(Map<String, String> overrides) {
        Map<String, String> settings = new HashMap<>(overrides);
        BrokerProperties.behaviour().forEach((key, value) -> settings.putIfAbsent(key.toString(), value.toString()));
        KafkaContainer container = new KafkaContainer(System.getProperty(IMAGE));
        settings.forEach((key, value) ->
                container.addEnv("KAFKA_" + key.toUpperCase(Locale.ROOT).replace('.', '_'), value));
        container.start();
        return new Container(container);
    }

    /** In this JVM. */
    record Embedded(EmbeddedBroker broker) implements TestBroker {
        @Override
        public String bootstrapServers() {
            return broker.bootstrapServers();
        }

        @Override
        public void close() {
            broker.close();
        }
    }

    /** In a container. */
    record Container(KafkaContainer container) implements TestBroker {
        @Override
        public String bootstrapServers() {
            return container.getBootstrapServers();
        }

        @Override
        public void close() {
            container.stop();
        }
    }
}
