package io.proofmill.chaos;

import io.proofmill.queue.CommittedWork;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Looks again and again at what the group has committed, and then at how far the topics of outcomes go. What is committed at the first look must be covered by outcomes that stand before the ends of the
 * second.
 */
final class CommitWatch {
    private static final int TIMEOUT_SECONDS = 10;

    /**
     * One look.
     *
     * @param committed what the group had committed
     * @param ends ends of the partitions of outcomes, read after that
     */
    record Sample(Map<TopicPartition, CommittedWork> committed, Map<TopicPartition, Long> ends) {}

    private final Admin admin;
    private final String group;
    private final List<TopicPartition> outcomes;
    private final List<Sample> samples = new ArrayList<>();

    /** @param outcomes all partitions of events and dead letters */
    CommitWatch(Admin admin, String group, List<TopicPartition> outcomes) {
        this.admin = admin;
        this.group = group;
        this.outcomes = List.copyOf(outcomes);
    }

    /** One look; none when the brokers don't answer now. */
    void look() throws InterruptedException {
        try {
            Map<TopicPartition, CommittedWork> committed = committed();
            Map<TopicPartition, Long> ends = ends(outcomes);
            synchronized (samples) {
                samples.add(new Sample(committed, ends));
            }
        } catch (ExecutionException | TimeoutException e) {
            return; // brokers are away: that is what the run is about
        }
    }

    /** Whether everything is done that stands in these partitions now; false when the brokers don't answer. */
    boolean isCaughtUp(List<TopicPartition> partitions) throws InterruptedException {
        try {
            Map<TopicPartition, CommittedWork> committed = committed();
            return ends(partitions).entrySet().stream()
                    .allMatch(end -> end.getValue() == 0
                            || (committed.containsKey(end.getKey())
                                    && committed.get(end.getKey()).base() >= end.getValue()));
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    /** How many records stood among the outcomes at the last look. */
    long outcomes() {
        synchronized (samples) {
            return samples.isEmpty()
                    ? 0
                    : samples.getLast().ends().values().stream()
                            .mapToLong(Long::longValue)
                            .sum();
        }
    }

    List<Sample> samples() {
        synchronized (samples) {
            return List.copyOf(samples);
        }
    }

    private Map<TopicPartition, CommittedWork> committed()
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<TopicPartition, CommittedWork> committed = new HashMap<>();
        Map<TopicPartition, OffsetAndMetadata> offsets = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        offsets.forEach((name, offset) -> {
            if (offset != null) {
                committed.put(name, CommittedWork.of(offset.offset(), offset.metadata()));
            }
        });
        return committed;
    }

    private Map<TopicPartition, Long> ends(List<TopicPartition> partitions)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<TopicPartition, Long> ends = new HashMap<>();
        admin.listOffsets(partitions.stream().collect(Collectors.toMap(name -> name, name -> OffsetSpec.latest())))
                .all()
                .get(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .forEach((name, end) -> ends.put(name, end.offset()));
        return ends;
    }
}
