package io.proofmill.chaos;

import io.proofmill.queue.GroupProtocol;
import io.proofmill.queue.QueueSettings;
import io.proofmill.queue.TopicNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Settings with short waits, so that a fault every few hundred milliseconds meets every state. The same in all processes of a run. */
final class ChaosSettings {
    static final int PARTITIONS = 6;
    static final int ATTEMPTS = 4;
    static final int DEATHS = 2;
    static final Duration SESSION = Duration.ofSeconds(6);
    static final Duration DRAIN = Duration.ofSeconds(2);

    private ChaosSettings() {}

    /** @param folder where payloads are stored and spooled */
    static QueueSettings queue(String bootstrapServers, GroupProtocol protocol, Path folder, String instance) {
        Map<String, String> kafka = new HashMap<>(Map.of(
                "metadata.max.age.ms", "2000",
                "request.timeout.ms", "5000",
                "default.api.timeout.ms", "20000",
                "max.block.ms", "15000",
                "delivery.timeout.ms", "15000",
                "socket.connection.setup.timeout.ms", "3000",
                "reconnect.backoff.max.ms", "500"));
        if (protocol == GroupProtocol.CLASSIC) {
            kafka.put("session.timeout.ms", Long.toString(SESSION.toMillis()));
            kafka.put("heartbeat.interval.ms", "500");
        }
        QueueSettings defaults = QueueSettings.defaults(bootstrapServers, "chaos-workers");
        return defaults.withTopics(new TopicNames("chaos"))
                .withCreation(new QueueSettings.Creation(true, PARTITIONS, (short) 3))
                .withMembership(new QueueSettings.Membership(
                        protocol, false, Duration.ofSeconds(1), DRAIN, Duration.ofMillis(500)))
                .withIntake(new QueueSettings.Intake(3, 8, 16L << 20))
                .withRetry(new QueueSettings.Retry(ATTEMPTS, DEATHS, Duration.ofMillis(100), Duration.ofSeconds(1)))
                .withPayloads(new QueueSettings.Payloads(
                        folder.resolve("spool-" + instance),
                        4L << 20,
                        1L << 20,
                        Set.of("127.0.0.1"),
                        Set.of(folder),
                        defaults.payloads().objectStore()))
                .withTransactionTimeout(Duration.ofSeconds(5))
                .withKafka(kafka);
    }

    /** What the brokers must allow for those waits. */
    static Map<String, String> brokers() {
        return Map.of(
                "group.consumer.session.timeout.ms", Long.toString(SESSION.toMillis()),
                "group.consumer.heartbeat.interval.ms", "500",
                "transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000",
                "replica.lag.time.max.ms", "5000",
                "broker.session.timeout.ms", "6000",
                "broker.heartbeat.interval.ms", "500",
                "controller.quorum.election.timeout.ms", "1000",
                "controller.quorum.fetch.timeout.ms", "4000");
    }
}
