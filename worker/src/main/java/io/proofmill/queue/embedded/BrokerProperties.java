package io.proofmill.queue.embedded;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * The {@code server.properties} of a small KRaft cluster: few partitions for Kafka's own topics and no wait before the first rebalance, so that it starts
 * quickly; topics are made on purpose only. Groups of both protocols, classic and KIP-848, are allowed, with session timeouts down to a second.
 */
final class BrokerProperties {
    private static final String ROLES = """
            process.roles=broker,controller
            controller.listener.names=CONTROLLER
            inter.broker.listener.name=PLAINTEXT
            listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
            """;
    private static final String BEHAVIOUR = """
            num.network.threads=2
            num.io.threads=4
            auto.create.topics.enable=false
            message.max.bytes=16777216
            replica.fetch.max.bytes=16777216
            log.cleaner.dedupe.buffer.size=8388608
            log.index.size.max.bytes=1048576
            offsets.topic.num.partitions=4
            transaction.state.log.num.partitions=4
            add.partitions.to.txn.retry.backoff.ms=2
            share.coordinator.state.topic.num.partitions=1
            group.initial.rebalance.delay.ms=0
            group.min.session.timeout.ms=1000
            group.consumer.min.session.timeout.ms=1000
            group.consumer.min.heartbeat.interval.ms=100
            """;

    private BrokerProperties() {}

    /**
     * @param self the node
     * @param cluster all nodes, the node itself included
     * @param overrides settings that win over those here
     */
    static Properties of(BrokerNode self, List<BrokerNode> cluster, Map<String, String> overrides) {
        Properties properties = read(ROLES);
        properties.putAll(behaviour());
        properties.putAll(placeOf(self, cluster));
        properties.putAll(replication(cluster.size()));
        properties.putAll(overrides);
        return properties;
    }

    /** What makes a broker quick to start and strict, wherever it runs. */
    static Properties behaviour() {
        return read(BEHAVIOUR);
    }

    private static Properties read(String text) {
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a string can always be read
        }
        return properties;
    }

    private static Map<String, String> placeOf(BrokerNode self, List<BrokerNode> cluster) {
        String voters = cluster.stream().map(BrokerNode::voter).collect(Collectors.joining(","));
        String controller = "CONTROLLER://127.0.0.1:" + self.controllerPort();
        return Map.of(
                "node.id",
                Integer.toString(self.id()),
                "controller.quorum.voters",
                voters,
                "listeners",
                "PLAINTEXT://" + self.address() + "," + controller,
                "advertised.listeners",
                "PLAINTEXT://" + self.address(),
                "log.dirs",
                self.logDir().toString());
    }

    private static Map<String, String> replication(int brokers) {
        String replicas = Integer.toString(Math.min(3, brokers));
        String minInSync = brokers >= 3 ? "2" : "1";
        return Map.of(
                "default.replication.factor", replicas,
                "min.insync.replicas", minInSync,
                "offsets.topic.replication.factor", replicas,
                "transaction.state.log.replication.factor", replicas,
                "transaction.state.log.min.isr", minInSync,
                "share.coordinator.state.topic.replication.factor", replicas,
                "share.coordinator.state.topic.min.isr", minInSync);
    }
}
