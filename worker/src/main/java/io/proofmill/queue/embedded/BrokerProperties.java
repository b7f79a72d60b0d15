package io.proofmill.queue.embedded;

import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The {@code server.properties} of a small KRaft cluster: few partitions for Kafka's own topics and no wait before the first rebalance, so that it starts
 * quickly; topics are made on purpose only. Groups of both protocols, classic and KIP-848, are allowed, with session timeouts down to a second.
 */
final class BrokerProperties {
    private BrokerProperties() {}

    /**
     * @param self the node
     * @param cluster all nodes, the node itself included
     * @param overrides settings that win over those here
     */
    static Properties of(BrokerNode self, List<BrokerNode> cluster, Map<String, String> overrides) {
        String replicas = Integer.toString(Math.min(3, cluster.size()));
        String minInSync = cluster.size() >= 3 ? "2" : "1";
        Properties properties = new Properties();
        properties.putAll(network(self, cluster));
        properties.putAll(Map.of(
                "log.dirs", self.logDir().toString(),
                "auto.create.topics.enable", "false",
                "default.replication.factor", replicas,
                "min.insync.replicas", minInSync,
                "log.cleaner.dedupe.buffer.size", Integer.toString(8 << 20),
                "log.index.size.max.bytes", Integer.toString(1 << 20),
                "message.max.bytes", Integer.toString(16 << 20),
                "replica.fetch.max.bytes", Integer.toString(16 << 20)));
        properties.putAll(Map.of(
                "offsets.topic.num.partitions",
                "4",
                "offsets.topic.replication.factor",
                replicas,
                "transaction.state.log.num.partitions",
                "4",
                "transaction.state.log.replication.factor",
                replicas,
                "transaction.state.log.min.isr",
                minInSync,
                "share.coordinator.state.topic.num.partitions",
                "1",
                "share.coordinator.state.topic.replication.factor",
                replicas,
                "share.coordinator.state.topic.min.isr",
                minInSync,
                "group.initial.rebalance.delay.ms",
                "0",
                "group.coordinator.rebalance.protocols",
                "classic,consumer"));
        properties.putAll(Map.of(
                "group.consumer.min.session.timeout.ms", "1000",
                "group.consumer.min.heartbeat.interval.ms", "100"));
        properties.putAll(overrides);
        return properties;
    }

    private static Map<String, String> network(BrokerNode self, List<BrokerNode> cluster) {
        String voters = cluster.stream().map(BrokerNode::voter).collect(Collectors.joining(","));
        return Map.of(
                "process.roles", "broker,controller",
                "node.id", Integer.toString(self.id()),
                "controller.quorum.voters", voters,
                "controller.listener.names", "CONTROLLER",
                "inter.broker.listener.name", "PLAINTEXT",
                "listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "listeners",
                        "PLAINTEXT://%s,CONTROLLER://127.0.0.1:%d".formatted(self.address(), self.controllerPort()),
                "advertised.listeners", "PLAINTEXT://" + self.address(),
                "num.network.threads", "2",
                "num.io.threads", "4");
    }
}
