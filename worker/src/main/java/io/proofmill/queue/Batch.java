package io.proofmill.queue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/**
 * What the next transaction carries.
 *
 * @param starting jobs whose start it makes durable
 * @param settled jobs whose settlement it publishes
 */
record Batch(List<JobTicket> starting, List<JobTicket> settled) {
    boolean isEmpty() {
        return starting.isEmpty() && settled.isEmpty();
    }

    /** What to commit for each partition when this batch is published. The ledgers themselves don't change. */
    Map<TopicPartition, CommitPoint> offsets() {
        Set<PartitionIntake> partitions = new HashSet<>();
        Stream.concat(starting.stream(), settled.stream()).forEach(ticket -> partitions.add(ticket.partition));
        Map<TopicPartition, CommitPoint> offsets = new HashMap<>();
        for (PartitionIntake partition : partitions) {
            OffsetLedger draft = partition.ledger().copy();
            starting.stream().filter(t -> t.partition == partition).forEach(t -> draft.start(t.offset()));
            settled.stream().filter(t -> t.partition == partition).forEach(t -> settle(draft, t));
            offsets.put(partition.name, draft.commitPoint());
        }
        return offsets;
    }

    static void settle(OffsetLedger ledger, JobTicket ticket) {
        if (ticket.settlement.completes()) {
            ledger.complete(ticket.offset());
        } else {
            ledger.handBack(ticket.offset());
        }
    }
}
