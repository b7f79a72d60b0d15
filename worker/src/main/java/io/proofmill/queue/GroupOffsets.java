package io.proofmill.queue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/** How far a group has come with its request topics. */
public final class GroupOffsets {
    private GroupOffsets() {}

    /**
     * Records that the group has committed, over all request topics.
     *
     * @param settings of the group
     * @throws QueueException BROKER_UNAVAILABLE
     */
    public static long committedRequests(QueueSettings settings) throws InterruptedException {
        try (Admin admin = Admin.create(new HashMap<>(new ClientSettings(settings, "group-offsets").admin()))) {
            List<TopicPartition> partitions =
                    partitions(admin, settings.topics().allRequests());
            return AdminCommittedOffsets.passing(admin, settings.group())
                    .standing(partitions)
                    .toCompletableFuture()
                    .get()
                    .values()
                    .stream()
                    .map(CommittedOffsets.Standing::committed)
                    .filter(Objects::nonNull)
                    .mapToLong(CommitPoint::offset)
                    .sum();
        } catch (ExecutionException e) {
            throw new QueueException(Reason.BROKER_UNAVAILABLE.name(), "the group's offsets: " + e.getCause(), e);
        }
    }

    /** The partitions of those topics that exist. */
    static List<TopicPartition> partitions(Admin admin, List<String> topics)
            throws InterruptedException, ExecutionException {
        Set<String> there = admin.listTopics().names().get();
        List<String> existing = topics.stream().filter(there::contains).toList();
        Map<String, TopicDescription> described =
                admin.describeTopics(existing).allTopicNames().get();
        List<TopicPartition> partitions = new ArrayList<>();
        described.forEach((topic, description) ->
                description.partitions().forEach(info -> partitions.add(new TopicPartition(topic, info.partition()))));
        return partitions;
    }
}
