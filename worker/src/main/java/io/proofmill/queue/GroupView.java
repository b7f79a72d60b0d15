package io.proofmill.queue;

import io.proofmill.queue.CommittedOffsets.Standing;
import io.proofmill.queue.LedgerMetadata.UnreadableException;
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
 */
public record GroupView(String state, List<Member> members, Map<String, Backlog> topics) {
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
     * How far a topic is.
     *
     * @param lag records from the committed offsets (where nothing was committed: from the start) to the ends; jobs done out of order and transactions' markers are counted as well
     * @param started jobs that have been started and are not done
     */
    public record Backlog(long lag, long started) {}

    /**
     * Asks the brokers.
     *
     * @throws QueueException BROKER_UNAVAILABLE when they don't answer
     */
    public static GroupView read(QueueSettings settings, String clientName) throws InterruptedException {
        try (Admin admin = Admin.create(new ClientSettings(settings, clientName).admin())) {
            Map<String, Backlog> topics = backlogs(AdminCommittedOffsets.passing(admin, settings.group())
                    .standing(GroupOffsets.partitions(admin, settings.topics().consumed()))
                    .toCompletableFuture()
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
            return describe(admin, settings.group())
                    .map(group -> new GroupView(
                            group.groupState().toString(),
                            group.members().stream().map(GroupView::member).toList(),
                            topics))
                    .orElseGet(() -> new GroupView(GroupState.EMPTY.toString(), List.of(), topics));
        } catch (ExecutionException | TimeoutException e) {
            throw new QueueException(
                    Reason.BROKER_UNAVAILABLE.name(),
                    "the brokers at %s did not answer about group %s: %s"
                            .formatted(settings.bootstrapServers(), settings.group(), e.getMessage()),
                    e);
        }
    }

    private static Member member(MemberDescription member) {
        String client = member.clientId();
        String worker = client.endsWith(ROLE) ? client.substring(0, client.length() - ROLE.length()) : client;
        return new Member(
                worker, member.host(), member.assignment().topicPartitions().size());
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

    private static Map<String, Backlog> backlogs(Map<TopicPartition, Standing> standings) {
        Map<String, Backlog> backlogs = new TreeMap<>();
        standings.forEach((name, standing) -> backlogs.merge(
                name.topic(), backlog(standing), (a, b) -> new Backlog(a.lag() + b.lag(), a.started() + b.started())));
        return backlogs;
    }

    private static Backlog backlog(Standing standing) {
        CommitPoint committed = standing.committed();
        return committed == null
                ? new Backlog(standing.end() - standing.start(), 0)
                : new Backlog(Math.max(0, standing.end() - committed.offset()), startedIn(committed.metadata()));
    }

    private static long startedIn(String metadata) {
        try {
            return LedgerMetadata.decode(metadata).starts().size();
        } catch (UnreadableException e) {
            return 0;
        }
    }
}
