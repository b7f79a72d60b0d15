package io.proofmill.queue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Configurable;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * Assignor of the classic protocol: partition p of every consumed topic goes to the same worker, cooperatively and stickily.
 *
 * <p>A job id has one partition number in all topics, so its owner sees the request, its retries and its memory. Kafka's cooperative assignor spreads topic-partitions one by one; here
 * it is given one topic only, whose partitions stand for the numbers, and its answer is spread over all topics again. The protocol {@code consumer} has the same from the broker's
 * {@code range} assignor.
 *
 * <p>A number with a running job stays where it is as long as its owner has an idle number to give away in its place: so a member that joins gets partitions at once, and no job is stopped for
 * it. The broker's assignor knows nothing of jobs; there a job on a number that moves is handed over after the rebalance budget.
 */
public final class CopartitioningAssignor implements ConsumerPartitionAssignor, Configurable {
    /** Consumer setting: a {@code Supplier<Set<Integer>>} of the partition numbers on which this worker runs jobs, asked on the poll thread. */
    static final String BUSY = "proofmill.busy.numbers";

    private static final String NUMBERS = "partition-numbers";

    private final CooperativeStickyAssignor numbers = new CooperativeStickyAssignor();
    private Supplier<Set<Integer>> busy = Set::of;

    @Override
    @SuppressWarnings("unchecked") // only ClientSettings writes this setting
    public void configure(Map<String, ?> settings) {
        if (settings.get(BUSY) != null) {
            busy = (Supplier<Set<Integer>>) settings.get(BUSY);
        }
    }

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
        return new BusyNumbers(busy.get(), numbers.subscriptionUserData(Set.of(NUMBERS))).encode();
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
        Set<TopicPartition> taken = byNumber.groupAssignment().values().stream()
                .flatMap(assignment -> assignment.partitions().stream())
                .collect(Collectors.toSet());
        byNumber.groupAssignment().forEach((member, assignment) -> {
            Subscription full = subscriptions.groupSubscription().get(member);
            spread.put(member, spread(keepingBusy(assignment, full, taken), cluster, full));
        });
        return new GroupAssignment(spread);
    }

    /**
     * The same assignment with idle numbers given away in place of busy ones, as far as there are idle ones.
     *
     * @param taken numbers that have an owner already: what a member of an old generation claims may be another's by now
     */
    private static Assignment keepingBusy(Assignment assignment, Subscription full, Set<TopicPartition> taken) {
        Set<Integer> busy = BusyNumbers.decode(full.userData()).numbers();
        List<TopicPartition> kept = new ArrayList<>(assignment.partitions());
        List<TopicPartition> owned = numbersIn(full.ownedPartitions());
        for (TopicPartition number : owned) {
            if (busy.contains(number.partition()) && !taken.contains(number)) {
                Optional<TopicPartition> idle = kept.stream()
                        .filter(other -> owned.contains(other) && !busy.contains(other.partition()))
                        .findFirst();
                idle.ifPresent(other -> {
                    kept.set(kept.indexOf(other), number);
                    taken.add(number);
                });
            }
        }
        return new Assignment(kept, assignment.userData());
    }

    private static Subscription reduce(Subscription full) {
        Subscription reduced = new Subscription(
                List.of(NUMBERS),
                BusyNumbers.decode(full.userData()).inner(),
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
