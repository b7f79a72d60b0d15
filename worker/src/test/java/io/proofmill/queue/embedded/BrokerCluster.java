package io.proofmill.queue.embedded;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;

/** Kafka brokers as processes, one KRaft cluster on the loopback interface. With three, one may be lost without losing anything. */
public final class BrokerCluster implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final List<BrokerProcess> brokers;

    private BrokerCluster(List<BrokerProcess> brokers) {
        this.brokers = brokers;
    }

    /**
     * Starts brokers and waits until all are there.
     *
     * @param count how many
     * @param folder where they keep their logs and what they say
     * @param overrides broker settings that win over the usual ones
     */
    public static BrokerCluster start(int count, Path folder, Map<String, String> overrides) throws IOException {
        return start(count, folder, overrides, node -> Map.of());
    }

    /** The same with a second way in for clients, through a door for each broker; {@link #bootstrapServers} still leads straight to the brokers. */
    public static BrokerCluster startBehind(ClientDoor door, int count, Path folder, Map<String, String> overrides)
            throws IOException {
        return start(count, folder, overrides, node -> behind(door, node));
    }

    private interface NodeOverrides {
        Map<String, String> of(BrokerNode node) throws IOException;
    }

    private static Map<String, String> behind(ClientDoor door, BrokerNode node) throws IOException {
        int clientPort = FreePort.find();
        int toldPort = door.open(node.id(), clientPort);
        String plain = "PLAINTEXT://" + node.address();
        String controller = "CONTROLLER://127.0.0.1:" + node.controllerPort();
        return Map.of(
                "listeners", plain + "," + controller + ",DOOR://127.0.0.1:" + clientPort,
                "advertised.listeners", plain + ",DOOR://127.0.0.1:" + toldPort,
                "listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,DOOR:PLAINTEXT");
    }

    private static BrokerCluster start(
            int count, Path folder, Map<String, String> overrides, NodeOverrides nodeOverrides) throws IOException {
        List<BrokerNode> nodes = new ArrayList<>();
        for (int id = 1; id <= count; id++) {
            nodes.add(BrokerNode.onFreePorts(id, folder.resolve("log-" + id)));
        }
        List<BrokerProcess> brokers = new ArrayList<>();
        BrokerCluster cluster = new BrokerCluster(brokers);
        try {
            for (BrokerNode node : nodes) {
                Map<String, String> all = new HashMap<>(overrides);
                all.putAll(nodeOverrides.of(node));
                brokers.add(new BrokerProcess(node, nodes, all));
            }
            cluster.awaitAll();
            return cluster;
        } catch (IOException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    /** Addresses for a client. */
    public String bootstrapServers() {
        return brokers.stream().map(BrokerProcess::address).collect(Collectors.joining(","));
    }

    public List<BrokerProcess> brokers() {
        return List.copyOf(brokers);
    }

    /** Waits until every broker has joined. */
    public void awaitAll() {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
            await().atMost(PATIENCE).until(() -> members(admin) == brokers.size());
        }
    }

    private static int members(Admin admin) throws InterruptedException {
        try {
            return admin.describeCluster().nodes().get(10, TimeUnit.SECONDS).size();
        } catch (ExecutionException | TimeoutException e) {
            return 0; // not up yet
        }
    }

    /** Kills all brokers. */
    @Override
    public void close() {
        brokers.forEach(BrokerProcess::close);
    }
}
