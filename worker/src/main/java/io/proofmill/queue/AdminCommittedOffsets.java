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

/** Asks the brokers through the admin client, so that the poll thread never waits for the answer. */
final class AdminCommittedOffsets implements CommittedOffsets {
    private final Admin admin;
    private final String group;

    AdminCommittedOffsets(Admin admin, String group) {
        this.admin = admin;
        this.group = group;
    }

    @Override
    public CompletionStage<Map<TopicPartition, Standing>> standing(Collection<TopicPartition> partitions) {
        CompletionStage<Map<TopicPartition, OffsetAndMetadata>> committed = admin.listConsumerGroupOffsets(
                        Map.of(group, new ListConsumerGroupOffsetsSpec().topicPartitions(List.copyOf(partitions))),
                        new ListConsumerGroupOffsetsOptions().requireStable(true))
                .partitionsToOffsetAndMetadata(group)
                .toCompletionStage();
        CompletionStage<Map<TopicPartition, ListOffsetsResultInfo>> starts = offsets(partitions, OffsetSpec.earliest());
        CompletionStage<Map<TopicPartition, ListOffsetsResultInfo>> ends = offsets(partitions, OffsetSpec.latest());
        return committed
                .thenCombine(starts, (offsets, start) -> Map.entry(offsets, start))
                .thenCombine(ends, (before, end) -> standings(partitions, before.getKey(), before.getValue(), end));
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
