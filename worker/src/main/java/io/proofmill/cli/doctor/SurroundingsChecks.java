package io.proofmill.cli.doctor;

import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.worker.CatalogueProbe;
import io.proofmill.cli.worker.RegistryProbe;
import io.proofmill.math.BadInputException;
import io.proofmill.queue.BrokerProbe;
import io.proofmill.queue.QueueException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** What a worker with these settings would meet: brokers, registry, catalogue. */
final class SurroundingsChecks {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private SurroundingsChecks() {}

    static List<Finding> run(Configuration configuration) throws InterruptedException {
        return List.of(broker(configuration), registry(configuration), catalogue(configuration));
    }

    private static Finding broker(Configuration configuration) throws InterruptedException {
        String servers = configuration.kafka().get("bootstrap.servers");
        try {
            return Finding.ok(
                    "broker", servers + ": " + BrokerProbe.brokers(configuration.kafka(), PATIENCE) + " brokers");
        } catch (QueueException e) {
            return Finding.bad("broker", e.getMessage(), "check kafka.bootstrap.servers, the network and the brokers");
        }
    }

    private static Finding registry(Configuration configuration) {
        return RegistryProbe.complaint(configuration)
                .map(complaint -> Finding.bad("registry", complaint, "check registry.urls and its credentials"))
                .orElseGet(() -> Finding.ok("registry", "answers"));
    }

    private static Finding catalogue(Configuration configuration) {
        try {
            List<String> circuits = CatalogueProbe.circuits(configuration);
            return circuits.isEmpty()
                    ? Finding.bad("catalogue", "no circuit", "put circuits below circuits.dir, a folder each")
                    : Finding.ok("catalogue", String.join(", ", circuits));
        } catch (BadInputException e) {
            return Finding.bad("catalogue", e.reason() + ": " + e.getMessage(), "mend or remove that circuit");
        } catch (IOException e) {
            return Finding.bad("catalogue", e.toString(), "check circuits.dir and its permissions");
        }
    }
}
