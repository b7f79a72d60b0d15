package io.proofmill.queue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;

/** Asks a cluster whether it answers: for people who look for what is wrong. */
public final class BrokerProbe {
    private BrokerProbe() {}

    /**
     * Connects and asks for the cluster's nodes.
     *
     * @param kafka client settings, {@code bootstrap.servers} among them
     * @return how many brokers there are
     * @throws QueueException BROKER_UNAVAILABLE when none answers in time
     */
    public static int brokers(Map<String, String> kafka, Duration patience) throws InterruptedException {
        Map<String, Object> settings = new HashMap<>(kafka);
        int millis = Math.toIntExact(patience.toMillis());
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, millis);
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis);
        try (Admin admin = Admin.create(settings)) {
            return admin.describeCluster()
                    .nodes()
                    .get(millis, TimeUnit.MILLISECONDS)
                    .size();
        } catch (ExecutionException | TimeoutException | KafkaException e) {
            throw new QueueException(
                    Reason.BROKER_UNAVAILABLE.name(),
                    "no broker of " + kafka.get("bootstrap.servers") + " answers within " + millis + " ms",
                    e);
        }
    }
}
