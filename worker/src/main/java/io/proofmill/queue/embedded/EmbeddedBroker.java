package io.proofmill.queue.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;

/**
 * A real Kafka broker in this JVM: one KRaft node, broker and controller in one, on the loopback interface. It is ready when {@link #start} returns
 * (a few seconds). Kafka halts the JVM when the broker meets a fatal fault, for example a full disk; use a broker in a process of its own where that matters.
 */
public final class EmbeddedBroker implements AutoCloseable {
    private static final int PORT_TRIES = 5;

    private final BrokerNode node;
    private final KafkaRaftServer server;
    private final boolean temporary;

    private EmbeddedBroker(BrokerNode node, KafkaRaftServer server, boolean temporary) {
        this.node = node;
        this.server = server;
        this.temporary = temporary;
    }

    /**
     * How to start.
     *
     * @param port port for clients; 0: any free one
     * @param logDir where the log is kept; empty: a temporary folder that is deleted at the end
     * @param overrides broker settings that win over the embedded broker's own
     */
    public record Settings(int port, Optional<Path> logDir, Map<String, String> overrides) {
        public Settings {
            overrides = Map.copyOf(overrides);
        }

        /** Any port, temporary folder, no overrides. */
        public static Settings defaults() {
            return new Settings(0, Optional.empty(), Map.of());
        }
    }

    /** Starts on any free port with a temporary log folder. */
    public static EmbeddedBroker start() {
        return start(Settings.defaults());
    }

    /** Starts and waits until the broker takes requests. Throws {@link UncheckedIOException} when the folder or the port cannot be used. */
    public static EmbeddedBroker start(Settings settings) {
        try {
            for (int i = 1; ; i++) {
                try {
                    return startOnce(settings);
                } catch (BindException e) {
                    if (settings.port() != 0 || i == PORT_TRIES) {
                        throw e;
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static EmbeddedBroker startOnce(Settings settings) throws IOException {
        boolean temporary = settings.logDir().isEmpty();
        Path logDir = temporary
                ? Files.createTempDirectory("proofmill-broker-")
                : settings.logDir().get();
        BrokerNode node = settings.port() == 0
                ? BrokerNode.onFreePorts(1, logDir)
                : BrokerNode.onPort(1, settings.port(), logDir);
        BrokerStorage.format(node);
        KafkaRaftServer server = new KafkaRaftServer(
                KafkaConfig.fromProps(BrokerProperties.of(node, List.of(node), settings.overrides()), false),
                Time.SYSTEM);
        EmbeddedBroker broker = new EmbeddedBroker(node, server, temporary);
        try {
            server.startup();
            return broker;
        } catch (RuntimeException e) {
            broker.close();
            throw bindFailure(e).orElseThrow(() -> e);
        }
    }

    private static Optional<BindException> bindFailure(Throwable failure) {
        return Stream.iterate(failure, e -> e != null, Throwable::getCause)
                .filter(BindException.class::isInstance)
                .map(BindException.class::cast)
                .findFirst();
    }

    /** Address for a client's {@code bootstrap.servers}. */
    public String bootstrapServers() {
        return node.address();
    }

    /** Where the log is kept. */
    public Path logDir() {
        return node.logDir();
    }

    /** Stops the broker in order (about a second) and deletes a temporary log folder. A second call does nothing. */
    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
        if (temporary) {
            delete(node.logDir());
        }
    }

    private static void delete(Path folder) {
        if (Files.notExists(folder)) {
            return;
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            paths.sorted(Comparator.reverseOrder())
                    .forEach(path -> path.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
