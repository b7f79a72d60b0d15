package io.proofmill.queue;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * What becomes visible together: records, and the offsets that say so.
 *
 * @param records outcomes, their final events, what the fleet remembers
 * @param offsets what to commit for each partition that takes part
 * @param group the membership under which the offsets were decided; a later one must not be put in its place
 */
record Publication(List<Outgoing> records, Map<TopicPartition, CommitPoint> offsets, ConsumerGroupMetadata group) {
    Publication {
        records = List.copyOf(records);
        offsets = Map.copyOf(offsets);
    }
}
