package io.proofmill.queue;

import java.util.List;

/**
 * What to publish for a job, and what it means for its offset.
 *
 * @param kind what became of the job
 * @param records to send with the offset
 */
record Settlement(Kind kind, List<Outgoing> records) {
    /** What became of a job. */
    enum Kind {
        /** Its start is durable; nothing is settled yet. */
        STARTED,
        PROVED,
        DEAD_LETTERED,
        /** Answered from an earlier outcome. */
        REPEATED,
        /** Moved to the retries. */
        RETRIED,
        /** Not done: its start is taken back, the offset stays. */
        HANDED_BACK
    }

    Settlement {
        records = List.copyOf(records);
    }

    static final Settlement HAND_BACK = new Settlement(Kind.HANDED_BACK, List.of());

    /** True when nothing of the job remains to be done at its offset. */
    boolean completes() {
        return kind != Kind.HANDED_BACK && kind != Kind.STARTED;
    }
}
