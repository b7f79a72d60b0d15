package io.proofmill.queue;

import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/** One partition for as long as this worker owns it without a break. It belongs to the poll thread. */
final class PartitionIntake {
    /** How far the partition is. */
    enum State {
        /** Its ledger and the memory of its job ids are being read. */
        RESTORING,
        ACTIVE,
        /** It goes to another worker: nothing new is started. */
        LEAVING,
        /** It has gone. Whatever still comes back for it is dropped. */
        GONE
    }

    final TopicPartition name;
    final Set<JobTicket> tickets = new LinkedHashSet<>();
    State state = State.RESTORING;
    /** Its tickets whose start is being made durable. */
    int starting;

    private OffsetLedger ledger;
    private JobMemory memory;
    /** Offset of a record that the ledger had no room for; -1 when there is none. */
    private long stoppedAt = -1;

    PartitionIntake(TopicPartition name) {
        this.name = name;
    }

    void activate(OffsetLedger restored, JobMemory remembered) {
        ledger = restored;
        memory = remembered;
        state = State.ACTIVE;
    }

    boolean isActive() {
        return state == State.ACTIVE;
    }

    /** The ledger has no room for the record at this offset: it is read again when there is. */
    void stopAt(long offset) {
        stoppedAt = offset;
    }

    /** True while the record it stopped at still has no room. */
    boolean full() {
        if (stoppedAt >= 0 && stoppedAt - ledger.base() < OffsetLedger.MAX_WINDOW) {
            stoppedAt = -1;
        }
        return stoppedAt >= 0;
    }

    OffsetLedger ledger() {
        return ledger;
    }

    /** What is remembered of the job ids of this partition's number. */
    JobMemory memory() {
        return memory;
    }
}
