package io.proofmill.cli.worker;

import io.proofmill.cli.BuildInfo;
import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.config.WorkerKeys;
import io.proofmill.engine.Catalogue;
import io.proofmill.engine.Engine;
import io.proofmill.engine.MemoryBudget;
import io.proofmill.engine.ProvingDevice;
import io.proofmill.queue.ProofQueue;
import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.WorkerId;
import io.proofmill.queue.registry.CachingRegistry;
import io.proofmill.queue.registry.RegistryClient;
import io.proofmill.queue.registry.RegistrySettings;
import io.proofmill.queue.registry.SchemaRegistry;
import io.proofmill.status.JobTraces;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running worker: state folder, engine and queue, started in this order and ended in the reverse one. */
public final class Worker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final int SUFFIX_BYTES = 3;

    private final StateFolder folder;
    private final RegistryClient registry;
    private final Devices devices;
    private final Engine engine;
    private final ProofQueue queue;
    private final JobTraces traces;
    private final Optional<StatusSetup> status;
    private final AtomicBoolean restartWanted = new AtomicBoolean();

    private Worker(
            StateFolder folder,
            RegistryClient registry,
            Devices devices,
            Engine engine,
            ProofQueue queue,
            JobTraces traces,
            Optional<StatusSetup> status) {
        this.folder = folder;
        this.registry = registry;
        this.devices = devices;
        this.engine = engine;
        this.queue = queue;
        this.traces = traces;
        this.status = status;
    }

    /** Starts a worker without a file for its process number. */
    public static Worker start(Configuration configuration, Map<String, String> environment) throws IOException {
        return start(configuration, environment, Optional.empty());
    }

    /**
     * Starts a worker. A bad catalogue or setting is refused here, and so is a state folder or a status port that another worker still has; brokers and registry that are away are waited for.
     *
     * @param environment where secrets are looked up
     * @param pidFile where to keep the process number
     * @throws io.proofmill.math.BadInputException for settings and key files
     */
    static Worker start(Configuration configuration, Map<String, String> environment, Optional<Path> pidFile)
            throws IOException {
        WorkerId identity = identity(configuration);
        StateFolder folder =
                StateFolder.take(Path.of(configuration.get(WorkerKeys.STATE_DIR)), LockHolder.self(identity), pidFile);
        try {
            // The mark at which a log that was appended to begins anew.
            LOG.info(
                    "======== worker {} starts, build {}, host {}, started {}, pid {}",
                    identity.instance(),
                    identity.build(),
                    identity.host(),
                    identity.startedAt(),
                    ProcessHandle.current().pid());
            LOG.debug("set here, all else by default: {}", configuration.given());
            StatusPort.requireFree(new InetSocketAddress(
                    configuration.get(WorkerKeys.STATUS_HOST), configuration.get(WorkerKeys.STATUS_PORT)));
            return start(configuration, environment, identity, folder);
        } catch (IOException | RuntimeException failure) {
            folder.close();
            throw failure;
        }
    }

    private static Worker start(
            Configuration configuration, Map<String, String> environment, WorkerId identity, StateFolder folder)
            throws IOException {
        EngineSetup setup = new EngineSetup(configuration, environment);
        Catalogue catalogue = setup.catalogue();
        MemoryBudget budget = setup.budget();
        Devices devices = Devices.open(configuration, budget);
        log(catalogue, budget, devices.list());
        Engine engine = setup.engine(catalogue, budget, devices);
        QueueSetup queueSetup = new QueueSetup(configuration, environment);
        RegistrySettings registrySettings = queueSetup.registry();
        RegistryClient registry = new RegistryClient(registrySettings);
        Observers observers = Observers.of(configuration, queueSetup.traceHeaders(), identity);
        SchemaRegistry schemas = new CachingRegistry(
                new WatchedRegistry(registry, observers.metrics()::registryFailed), registrySettings);
        QueueSettings queueSettings = queueSetup.queue();
        Optional<String> statusToken = queueSetup.statusToken();
        ProofQueue queue = ProofQueue.start(
                queueSettings,
                identity,
                schemas,
                configuration.get(WorkerKeys.REGISTRY_REGISTER),
                new WatchedHandler(new EngineHandler(engine, budget, setup.threads()), observers),
                observers.queueListener(),
                Clock.systemUTC());
        observers.watch(queue, queueSettings.topics(), budget, devices, identity.startedAt());
        Optional<StatusSetup> status = configuration.get(WorkerKeys.STATUS_PORT) == 0
                ? Optional.empty()
                : Optional.of(StatusSetup.start(
                        configuration,
                        new StatusSetup.Rooms(catalogue, budget, devices, queue, observers),
                        queueSettings,
                        schemas,
                        statusToken));
        Worker worker = new Worker(folder, registry, devices, engine, queue, observers.traces(), status);
        devices.watch(worker::drainForRestart);
        return worker;
    }

    private void drainForRestart() {
        restartWanted.set(true);
        LOG.error("a GPU is lost to this process: it drains and ends, a new one can use the GPU again");
        queue.drain();
    }

    /** Whether the worker drained because only a new process can use one of its GPUs. */
    public boolean restartWanted() {
        return restartWanted.get();
    }

    private static void log(Catalogue catalogue, MemoryBudget budget, List<ProvingDevice> devices) {
        LOG.info(
                "circuits: {}",
                catalogue.circuits().stream()
                        .map(circuit -> circuit.name() + "@" + circuit.version())
                        .collect(Collectors.joining(", ")));
        LOG.info(
                "devices: {}; memory budget {} MiB",
                devices.stream().map(ProvingDevice::name).toList(),
                budget.total() >> 20);
    }

    public ProofQueue queue() {
        return queue;
    }

    Devices devices() {
        return devices;
    }

    StateFolder folder() {
        return folder;
    }

    /** Drains the queue, waits for the engine, gives the folder back. */
    @Override
    public void close() throws IOException {
        queue.close();
        traces.close();
        status.ifPresent(StatusSetup::close);
        engine.close();
        devices.close();
        registry.close();
        folder.close();
        LOG.info("======== worker ended");
    }

    private static WorkerId identity(Configuration configuration) {
        String host = hostName();
        String instance = configuration.get(WorkerKeys.INSTANCE);
        if (instance.isEmpty()) {
            byte[] suffix = new byte[SUFFIX_BYTES];
            new Random().nextBytes(suffix);
            instance = host + "-" + HexFormat.of().formatHex(suffix);
        }
        return new WorkerId(instance, BuildInfo.current().id(), host, Instant.now());
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
