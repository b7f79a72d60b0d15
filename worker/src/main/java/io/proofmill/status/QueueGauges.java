package io.proofmill.status;

import io.proofmill.queue.QueueStatus;
import java.time.Clock;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** What the queue's status says, as gauges. */
final class QueueGauges {
    private final Supplier<QueueStatus> queue;
    private final Meters meters;

    QueueGauges(Supplier<QueueStatus> queue, Meters meters) {
        this.queue = queue;
        this.meters = meters;
    }

    /** @param topics topics by the priority that they stand for */
    void register(Map<String, String> topics, Clock clock) {
        gauge(Metric.TURN, status -> status.at().toEpochMilli() / 1e3);
        gauge(Metric.TROUBLES, status -> status.troubles().size());
        gauge(Metric.JOBS_IN_FLIGHT, status -> status.running().size(), "running");
        gauge(Metric.JOBS_IN_FLIGHT, QueueGauges::buffered, "buffered");
        gauge(Metric.JOBS_PARKED, QueueStatus::delayed);
        gauge(Metric.PARTITIONS, status -> status.partitions().size());
        topics.forEach((priority, topic) -> {
            Function<QueueStatus, PriorityLag> lag =
                    status -> PriorityLag.of(status, Map.of(priority, topic), clock.instant())
                            .getFirst();
            gauge(Metric.LAG, status -> lag.apply(status).lag(), priority);
            gauge(Metric.OLDEST, status -> lag.apply(status).oldestSeconds().orElse(0.0), priority);
        });
    }

    private void gauge(Metric metric, ToDoubleFunction<QueueStatus> value, String... labels) {
        meters.gauge(metric, () -> value.applyAsDouble(queue.get()), labels);
    }

    private static double buffered(QueueStatus status) {
        return status.buffered().values().stream().mapToInt(Integer::intValue).sum();
    }
}
