package io.proofmill.chaos;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import io.proofmill.queue.embedded.BrokerCluster;
import io.proofmill.queue.embedded.EmbeddedRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What workers need around them: three brokers, a registry and a payload store, each behind a proxy that can be cut. */
final class Surroundings implements AutoCloseable {
    private static final int BROKERS = 3;

    private final Weather weather = new Weather();
    private final List<TcpProxy> brokerDoors = new ArrayList<>();
    private final EmbeddedRegistry registry;
    private final TcpProxy registryDoor;
    private final Path storeFolder;
    private final HttpServer store;
    private final TcpProxy storeDoor;
    private final BrokerCluster cluster;

    Surroundings(Path folder) throws IOException {
        registry = EmbeddedRegistry.start();
        registryDoor = TcpProxy.forAll(NetworkFaults.REGISTRY, registry.url().getPort(), weather);
        storeFolder = Files.createDirectories(folder.resolve("store"));
        store = SimpleFileServer.createFileServer(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                storeFolder,
                SimpleFileServer.OutputLevel.NONE);
        store.start();
        storeDoor = TcpProxy.forAll(NetworkFaults.STORE, store.getAddress().getPort(), weather);
        cluster = BrokerCluster.startBehind(
                this::openBrokerDoor,
                BROKERS,
                Files.createDirectories(folder.resolve("brokers")),
                ChaosSettings.brokers());
    }

    private int openBrokerDoor(int brokerId, int clientPort) throws IOException {
        TcpProxy door = TcpProxy.forKafka(clientPort, weather);
        brokerDoors.add(door);
        return door.port();
    }

    BrokerCluster cluster() {
        return cluster;
    }

    /** Addresses of the brokers for workers, which can be cut off. */
    String workersBootstrapServers() {
        return brokerDoors.stream().map(door -> "127.0.0.1:" + door.port()).collect(Collectors.joining(","));
    }

    /** The registry's address for the harness. */
    String registryUrl() {
        return registry.url().toString();
    }

    /** The registry's address for workers, which can be cut off. */
    String workersRegistryUrl() {
        return "http://127.0.0.1:" + registryDoor.port();
    }

    Path storeFolder() {
        return storeFolder;
    }

    /** The payload store's address for workers, which can be cut off. */
    String storeUrl() {
        return "http://127.0.0.1:" + storeDoor.port();
    }

    NetworkFaults faults(List<String> workers) {
        List<TcpProxy> doors = new ArrayList<>(brokerDoors);
        doors.add(registryDoor);
        doors.add(storeDoor);
        return new NetworkFaults(workers, weather, doors);
    }

    @Override
    public void close() throws IOException {
        cluster.close();
        for (TcpProxy door : brokerDoors) {
            door.close();
        }
        registryDoor.close();
        storeDoor.close();
        store.stop(0);
        registry.close();
    }
}
