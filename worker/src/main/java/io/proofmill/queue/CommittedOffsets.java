package io.proofmill.queue;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.common.TopicPartition;

/** What the brokers hold of a group's partitions: asked at assignment, and after a commit whose end is unknown. */
interface CommittedOffsets {
    /**
     * One partition as the brokers see it.
     *
     * @param committed what is committed; null when nothing is
     * @param start first offset that still exists
     * @param end offset that the next record will get
     */
    record Standing(CommitPoint committed, long start, long end) {}

    /**
     * Where the partitions stand. While a transaction that would move their offsets is open nobody knows: the stage fails, and the caller asks again; the brokers end such a transaction after its
     * timeout at the latest.
     */
    CompletionStage<Map<TopicPartition, Standing>> standing(Collection<TopicPartition> partitions);
}
