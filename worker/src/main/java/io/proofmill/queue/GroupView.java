package io.proofmill.queue;

import io.proofmill.queue.LedgerMetadata.UnreadableException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

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
     * @param lag records from the committed offsets to the ends; jobs done out of order and transactions' markers are counted as well
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
            ConsumerGroupDescription group = admin.describeConsumerGroups(List.of(settings.group()))
                    .describedGroups()
                    .get(settings.group())
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(settings.group())
                    .partitionsToOffsetAndMetadata()
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
            return new GroupView(
                    group.groupState().toString(),
                    group.members().stream().map(GroupView::member).toList(),
                    backlogs(committed, ends(admin, committed)));
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

    private static Map<TopicPartition, ListOffsetsResultInfo> ends(
            Admin admin, Map<TopicPartition, OffsetAndMetadata> committed)
            throws InterruptedException, ExecutionException, TimeoutException {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        committed.keySet().forEach(name -> wanted.put(name, OffsetSpec.latest()));
        return admin.listOffsets(wanted).all().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    private static Map<String, Backlog> backlogs(
            Map<TopicPartition, OffsetAndMetadata> committed, Map<TopicPartition, ListOffsetsResultInfo> ends) {
        Map<String, Backlog> backlogs = new TreeMap<>();
        List<TopicPartition> names = new ArrayList<>(committed.keySet());
        names.removeIf(name -> committed.get(name) == null);
        for (TopicPartition name : names) {
            OffsetAndMetadata offset = committed.get(name);
            Backlog own =
                    new Backlog(Math.max(0, ends.get(name).offset() - offset.offset()), startedIn(offset.metadata()));
            backlogs.merge(name.topic(), own, (a, b) -> new Backlog(a.lag() + b.lag(), a.started() + b.started()));
        }
        return backlogs;
    }

    private static long startedIn(String metadata) {
        try {
            return LedgerMetadata.decode(metadata).starts().size();
        } catch (UnreadableException e) {
            return 0;
        }
    }
}
