package io.proofmill.queue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * Assignor of the classic protocol: partition p of every consumed topic goes to the same worker, cooperatively and stickily.
 *
 * <p>A job id has one partition number in all topics, so its owner sees the request, its retries and its memory. Kafka's cooperative assignor spreads topic-partitions one by one; here
 * it is given one topic only, whose partitions stand for the numbers, and its answer is spread over all topics again. The protocol {@code consumer} has the same from the broker's
 * {@code range} assignor.
 */
public final class CopartitioningAssignor implements ConsumerPartitionAssignor {
    private static final String NUMBERS = "partition-numbers";

    private final CooperativeStickyAssignor numbers = new CooperativeStickyAssignor();

    @Override
    public String name() {
        return "proofmill-copartitioning";
    }

    @Override
    public List<RebalanceProtocol> supportedProtocols() {
        return List.of(RebalanceProtocol.COOPERATIVE, RebalanceProtocol.EAGER);
    }

    @Override
    public ByteBuffer subscriptionUserData(Set<String> topics) {
        return numbers.subscriptionUserData(Set.of(NUMBERS));
    }

    @Override
    public void onAssignment(Assignment assignment, ConsumerGroupMetadata metadata) {
        numbers.onAssignment(new Assignment(numbersIn(assignment.partitions()), assignment.userData()), metadata);
    }

    @Override
    public GroupAssignment assign(Cluster cluster, GroupSubscription subscriptions) {
        Map<String, Subscription> reduced = new HashMap<>();
        subscriptions.groupSubscription().forEach((member, full) -> reduced.put(member, reduce(full)));
        Set<String> topics = subscriptions.groupSubscription().values().stream()
                .flatMap(s -> s.topics().stream())
                .collect(Collectors.toSet());
        GroupAssignment byNumber = numbers.assign(numbersOf(cluster, topics), new GroupSubscription(reduced));
        Map<String, Assignment> spread = new HashMap<>();
        byNumber.groupAssignment()
                .forEach((member, assignment) -> spread.put(
                        member,
                        spread(
                                assignment,
                                cluster,
                                subscriptions.groupSubscription().get(member))));
        return new GroupAssignment(spread);
    }

    private static Subscription reduce(Subscription full) {
        Subscription reduced = new Subscription(
                List.of(NUMBERS),
                full.userData(),
                numbersIn(full.ownedPartitions()),
                full.generationId().orElse(-1),
                full.rackId());
        reduced.setGroupInstanceId(full.groupInstanceId());
        return reduced;
    }

    private static List<TopicPartition> numbersIn(List<TopicPartition> partitions) {
        return partitions.stream()
                .map(TopicPartition::partition)
                .distinct()
                .sorted()
                .map(number -> new TopicPartition(NUMBERS, number))
                .toList();
    }

    private static Cluster numbersOf(Cluster cluster, Set<String> topics) {
        int count = topics.stream()
                .mapToInt(topic -> cluster.partitionsForTopic(topic).size())
                .max()
                .orElse(0);
        List<PartitionInfo> infos = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            infos.add(new PartitionInfo(NUMBERS, number, null, new Node[0], null));
        }
        return new Cluster(cluster.clusterResource().clusterId(), cluster.nodes(), infos, Set.of(), Set.of());
    }

    private static Assignment spread(Assignment byNumber, Cluster cluster, Subscription subscription) {
        List<TopicPartition> partitions = new ArrayList<>();
        for (String topic : subscription.topics()) {
            int count = cluster.partitionsForTopic(topic).size();
            byNumber.partitions().stream()
                    .map(TopicPartition::partition)
                    .filter(number -> number < count)
                    .forEach(number -> partitions.add(new TopicPartition(topic, number)));
        }
        return new Assignment(partitions, byNumber.userData());
    }
}
