package io.proofmill.status;

import io.proofmill.queue.QueueStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What waits in this worker's partitions of one topic.
 *
 * @param priority {@code critical}, {@code high}, {@code normal}, {@code low}; {@code mixed} for the topic whose records say it themselves, {@code retry} for the retries
 * @param topic where they are
 * @param lag records that are neither running nor parked for a later attempt: what to scale by
 * @param oldestSeconds age of the oldest of them that was taken; absent when none waits
 */
public record PriorityLag(String priority, String topic, long lag, Optional<Double> oldestSeconds) {
    /**
     * One line a topic, in the order of the names.
     *
     * @param priorities topics by the priority that they stand for
     */
    public static List<PriorityLag> of(QueueStatus status, Map<String, String> priorities, Instant now) {
        return priorities.entrySet().stream()
                .map(priority -> of(priority.getKey(), priority.getValue(), status, now))
                .toList();
    }

    private static PriorityLag of(String priority, String topic, QueueStatus status, Instant now) {
        List<QueueStatus.Partition> partitions = status.partitions().stream()
                .filter(partition -> partition.topic().equals(topic))
                .toList();
        long lag = partitions.stream()
                .mapToLong(partition -> partition.lag().orElse(0L))
                .sum();
        Optional<Double> oldest = partitions.stream()
                .flatMap(partition -> partition.oldest().stream())
                .min(Comparator.naturalOrder())
                .map(at -> Math.max(0, Duration.between(at, now).toMillis() / 1e3));
        return new PriorityLag(priority, topic, lag, oldest);
    }
}
