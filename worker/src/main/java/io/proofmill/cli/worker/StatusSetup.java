package io.proofmill.cli.worker;

import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.config.WorkerKeys;
import io.proofmill.engine.Catalogue;
import io.proofmill.engine.MemoryBudget;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.queue.ProofQueue;
import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.QueueStatus;
import io.proofmill.queue.registry.SchemaRegistry;
import io.proofmill.status.StatusServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The status port and what watches for it: started together, ended together. */
final class StatusSetup implements AutoCloseable {
    private final FleetWatch fleet;
    private final StatusServer server;

    private StatusSetup(FleetWatch fleet, StatusServer server) {
        this.fleet = fleet;
        this.server = server;
    }

    /** What the page shows of the worker's rooms. */
    record Rooms(Catalogue catalogue, MemoryBudget budget, Devices devices, ProofQueue queue, Observers observers) {}

    /**
     * Starts to answer on the port.
     *
     * @param token what actions ask for
     * @throws BadInputException USAGE when the port is taken
     */
    static StatusSetup start(
            Configuration configuration,
            Rooms rooms,
            QueueSettings settings,
            SchemaRegistry registry,
            Optional<String> token)
            throws IOException {
        WorkerActions actions = new WorkerActions(
                Set.copyOf(configuration.get(WorkerKeys.STATUS_ACTIONS)),
                rooms.queue(),
                settings,
                registry,
                configuration.get(WorkerKeys.REGISTRY_REGISTER));
        FleetWatch fleet = new FleetWatch(
                settings,
                registry,
                () -> rooms.queue().status().state() != QueueStatus.State.STARTING,
                Clock.systemUTC());
        WorkerStatus status = new WorkerStatus(
                rooms.catalogue(),
                rooms.budget(),
                rooms.devices(),
                rooms.queue(),
                new WorkerStatus.Watchers(rooms.observers(), fleet, new LetterDesk(settings, registry), selfTest()),
                actions.enabled(),
                settings.topics(),
                Clock.systemUTC());
        InetSocketAddress address = new InetSocketAddress(
                configuration.get(WorkerKeys.STATUS_HOST), configuration.get(WorkerKeys.STATUS_PORT));
        try {
            StatusServer server = StatusServer.start(address, status, actions, token);
            rooms.observers()
                    .metrics()
                    .watchFleet(
                            fleet::fleet,
                            fleet::letters,
                            () -> status.snapshot().ready());
            fleet.start();
            return new StatusSetup(fleet, server);
        } catch (BindException e) {
            throw new BadInputException(
                    ReasonCode.USAGE,
                    "status.port " + address.getPort() + " is taken by another process; is a worker running already?",
                    e);
        }
    }

    /** In the background: a worker starts to connect meanwhile. */
    private static CompletableFuture<Optional<String>> selfTest() {
        CompletableFuture<Optional<String>> found = new CompletableFuture<>();
        Thread.ofPlatform()
                .daemon()
                .name("self-test")
                .start(() -> found.complete(new ProcessorSelfTest(new SecureRandom()).run()));
        return found;
    }

    @Override
    public void close() {
        server.close();
        fleet.close();
    }
}
