package io.proofmill.queue;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnstableOffsetCommitException;

/**
 * Asks the brokers through the admin client, so that the poll thread never waits for the answer.
 *
 * <p>The admin client leaves a partition out of its answer when the brokers refuse to say: above all when a transaction that moves its offset is still open. That is not the same as "nothing is
 * committed" (an answer of null): whoever took it for that would start the partition from its beginning, or take a publication that was committed for one that was aborted.
 */
final class AdminCommittedOffsets implements CommittedOffsets {
    private final Admin admin;
    private final String group;
    private final boolean stable;

    private AdminCommittedOffsets(Admin admin, String group, boolean stable) {
        this.admin = admin;
        this.group = group;
        this.stable = stable;
    }

    /** What is committed for good: where an open transaction may yet move an offset, the stage fails with {@link UnstableOffsetCommitException}, and the caller asks again. */
    static AdminCommittedOffsets stable(Admin admin, String group) {
        return new AdminCommittedOffsets(admin, group, true);
    }

    /** What is committed at this moment, for people to look at. */
    static AdminCommittedOffsets passing(Admin admin, String group) {
        return new AdminCommittedOffsets(admin, group, false);
    }

    @Override
    public CompletionStage<Map<TopicPartition, Standing>> standing(Collection<TopicPartition> partitions) {
        CompletionStage<Map<TopicPartition, OffsetAndMetadata>> committed = admin.listConsumerGroupOffsets(
                        Map.of(group, new ListConsumerGroupOffsetsSpec().topicPartitions(List.copyOf(partitions))),
                        new ListConsumerGroupOffsetsOptions().requireStable(stable))
                .partitionsToOffsetAndMetadata(group)
                .toCompletionStage()
                .thenApply(offsets -> requireAll(partitions, offsets));
        CompletionStage<Map<TopicPartition, ListOffsetsResultInfo>> starts = offsets(partitions, OffsetSpec.earliest());
        CompletionStage<Map<TopicPartition, ListOffsetsResultInfo>> ends = offsets(partitions, OffsetSpec.latest());
        return committed
                .thenCombine(starts, (offsets, start) -> Map.entry(offsets, start))
                .thenCombine(ends, (before, end) -> standings(partitions, before.getKey(), before.getValue(), end));
    }

    private static Map<TopicPartition, OffsetAndMetadata> requireAll(
            Collection<TopicPartition> partitions, Map<TopicPartition, OffsetAndMetadata> offsets) {
        for (TopicPartition partition : partitions) {
            if (!offsets.containsKey(partition)) {
                throw new UnstableOffsetCommitException(
                        "the brokers do not say what is committed of %s: a transaction that moves it may be open"
                                .formatted(partition));
            }
        }
        return offsets;
    }

    private CompletionStage<Map<TopicPartition, ListOffsetsResultInfo>> offsets(
            Collection<TopicPartition> partitions, OffsetSpec spec) {
        return admin.listOffsets(partitions.stream().collect(Collectors.toMap(p -> p, p -> spec)))
                .all()
                .toCompletionStage();
    }

    private static Map<TopicPartition, Standing> standings(
            Collection<TopicPartition> partitions,
            Map<TopicPartition, OffsetAndMetadata> committed,
            Map<TopicPartition, ListOffsetsResultInfo> starts,
            Map<TopicPartition, ListOffsetsResultInfo> ends) {
        Map<TopicPartition, Standing> standings = new HashMap<>();
        for (TopicPartition partition : partitions) {
            OffsetAndMetadata offset = committed.get(partition);
            standings.put(
                    partition,
                    new Standing(
                            offset == null ? null : new CommitPoint(offset.offset(), offset.metadata()),
                            starts.get(partition).offset(),
                            ends.get(partition).offset()));
        }
        return standings;
    }
}
