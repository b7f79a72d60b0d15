package io.proofmill.cli.demo;

import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.worker.Worker;
import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.QueueStatus;
import io.proofmill.queue.embedded.EmbeddedBroker;
import io.proofmill.queue.embedded.EmbeddedRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A broker, a schema registry and a worker in this process: the real ones, each behind its own socket. */
final class DemoCluster implements AutoCloseable {
    private static final long LOOK_MILLIS = 20;

    private final EmbeddedBroker broker;
    private final EmbeddedRegistry registry;
    private final Worker worker;

    private DemoCluster(EmbeddedBroker broker, EmbeddedRegistry registry, Worker worker) {
        this.broker = broker;
        this.registry = registry;
        this.worker = worker;
    }

    /**
     * @param folder holds the worker's state and, below {@code circuits}, its catalogue
     * @param environment where the settings' secrets are looked up
     */
    static DemoCluster start(Path folder, Map<String, String> overrides, Map<String, String> environment)
            throws IOException, InterruptedException {
        EmbeddedBroker broker = EmbeddedBroker.start();
        EmbeddedRegistry registry = EmbeddedRegistry.start();
        Map<String, String> settings = new HashMap<>(Map.of(
                "kafka.bootstrap.servers", broker.bootstrapServers(),
                "registry.urls", registry.url().toString(),
                "circuits.dir", folder.resolve("circuits").toString(),
                "worker.state-dir", folder.resolve("state").toString(),
                "worker.group-id", "demo",
                "worker.drain-budget", "30s",
                "topics.create", "true",
                "topics.partitions", "4",
                "topics.replication", "1"));
        settings.putAll(overrides);
        Worker worker = Worker.start(Configuration.of(settings), environment);
        while (worker.queue().status().state() == QueueStatus.State.STARTING) {
            Thread.sleep(LOOK_MILLIS);
        }
        return new DemoCluster(broker, registry, worker);
    }

    String bootstrapServers() {
        return broker.bootstrapServers();
    }

    EmbeddedRegistry registry() {
        return registry;
    }

    Worker worker() {
        return worker;
    }

    /** Settings for clients of this cluster. */
    QueueSettings clientSettings() {
        return QueueSettings.defaults(broker.bootstrapServers(), "demo");
    }

    @Override
    public void close() throws IOException {
        worker.close();
        registry.close();
        broker.close();
    }
}
