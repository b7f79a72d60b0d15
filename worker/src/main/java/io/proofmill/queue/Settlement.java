package io.proofmill.queue;

import io.proofmill.schemas.DeadLetter;
import io.proofmill.schemas.DelayedJob;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

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

    /** Why the job failed or goes again; empty where there is no reason. */
    Optional<String> reasonCode() {
        return records.stream()
                .map(Outgoing::value)
                .flatMap(value -> switch (value) {
                    case DeadLetter letter -> Stream.of(letter.getReasonCode());
                    case DelayedJob delayed -> Stream.of(delayed.getReasonCode());
                    default -> Stream.<String>empty();
                })
                .findFirst();
    }

    /** True when nothing of the job remains to be done at its offset. */
    boolean completes() {
        return kind != Kind.HANDED_BACK && kind != Kind.STARTED;
    }
}
