package io.proofmill.queue;

import io.proofmill.queue.CommittedOffsets.Standing;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/**
 * The workers' group as the brokers see it.
 *
 * @param state Kafka's name of the group's state
 * @param members workers that are in the group
 * @param topics how far each topic of requests and retries is
 * @param partitions the same, partition by partition, in the order of topics and numbers
 */
public record GroupView(
        String state, List<Member> members, Map<String, Backlog> topics, List<PartitionBacklog> partitions) {
    private static final long TIMEOUT_SECONDS = 30;
    private static final String ROLE = "/intake";

    /**
     * A worker in the group.
     *
     * @param worker its instance id and build, {@code instance@build}
     * @param host where it runs
     * @param partitions how many partitions it owns
     */
    public record Member(String worker, String host, int partitions) {}

    /**
     * How far a topic or a partition is.
     *
     * @param lag records from the committed offsets (where nothing was committed: from the start) to the ends; jobs done out of order and transactions' markers are counted as well
     * @param waiting those of them that are neither done nor started; of the retries' topic, transactions' markers are counted as well
     * @param started jobs that have been started and are not done
     */
    public record Backlog(long lag, long waiting, long started) {
        private Backlog plus(Backlog other) {
            return new Backlog(lag + other.lag, waiting + other.waiting, started + other.started);
        }
    }

    /**
     * How far one partition is.
     *
     * @param worker the member that owns it, {@code instance@build}; empty while nobody does
     */
    public record PartitionBacklog(String topic, int partition, String worker, Backlog backlog) {}

    /**
     * Asks the brokers.
     *
     * @throws QueueException BROKER_UNAVAILABLE when they don't answer
     */
    public static GroupView read(QueueSettings settings, String clientName) throws InterruptedException {
        try (Admin admin = Admin.create(new ClientSettings(settings, clientName).admin())) {
            Map<TopicPartition, Standing> standings = AdminCommittedOffsets.passing(admin, settings.group())
                    .standing(GroupOffsets.partitions(admin, settings.topics().consumed()))
                    .toCompletableFuture()
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            Optional<ConsumerGroupDescription> group = describe(admin, settings.group());
            List<PartitionBacklog> partitions = backlogs(standings, owners(group));
            Map<String, Backlog> topics = new TreeMap<>();
            partitions.forEach(one -> topics.merge(one.topic(), one.backlog(), Backlog::plus));
            return new GroupView(
                    group.map(ConsumerGroupDescription::groupState)
                            .orElse(GroupState.EMPTY)
                            .toString(),
                    group.stream()
                            .flatMap(known -> known.members().stream())
                            .map(GroupView::member)
                            .toList(),
                    topics,
                    partitions);
        } catch (ExecutionException | TimeoutException e) {
            throw new QueueException(
                    Reason.BROKER_UNAVAILABLE.name(),
                    "the brokers at %s did not answer about group %s: %s"
                            .formatted(settings.bootstrapServers(), settings.group(), e.getMessage()),
                    e);
        }
    }

    private static Member member(MemberDescription member) {
        return new Member(
                worker(member),
                member.host(),
                member.assignment().topicPartitions().size());
    }

    private static String worker(MemberDescription member) {
        String client = member.clientId();
        return client.endsWith(ROLE) ? client.substring(0, client.length() - ROLE.length()) : client;
    }

    private static Map<TopicPartition, String> owners(Optional<ConsumerGroupDescription> group) {
        Map<TopicPartition, String> owners = new HashMap<>();
        group.stream()
                .flatMap(known -> known.members().stream())
                .forEach(member -> member.assignment()
                        .topicPartitions()
                        .forEach(partition -> owners.put(partition, worker(member))));
        return owners;
    }

    /** Empty when no worker has ever been in the group. */
    private static Optional<ConsumerGroupDescription> describe(Admin admin, String group)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return Optional.of(admin.describeConsumerGroups(List.of(group))
                    .describedGroups()
                    .get(group)
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static List<PartitionBacklog> backlogs(
            Map<TopicPartition, Standing> standings, Map<TopicPartition, String> owners) {
        return standings.entrySet().stream()
                .map(entry -> new PartitionBacklog(
                        entry.getKey().topic(),
                        entry.getKey().partition(),
                        owners.getOrDefault(entry.getKey(), ""),
                        backlog(entry.getValue())))
                .sorted(Comparator.comparing(PartitionBacklog::topic).thenComparingInt(PartitionBacklog::partition))
                .toList();
    }

    private static Backlog backlog(Standing standing) {
        CommitPoint committed = standing.committed();
        if (committed == null) {
            long all = standing.end() - standing.start();
            return new Backlog(all, all, 0);
        }
        long lag = Math.max(0, standing.end() - committed.offset());
        LedgerMetadata ledger = LedgerMetadata.decodeOrEmpty(committed.metadata());
        long started = ledger.starts().size();
        return new Backlog(lag, Math.max(0, lag - started - ledger.doneBeyond().cardinality()), started);
    }
}
