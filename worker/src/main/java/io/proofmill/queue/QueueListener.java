package io.proofmill.queue;

import java.time.Duration;
import java.time.Instant;

/** Hears what the queue does, for metrics and traces. Called by the queue's own threads, so it is quick, thread-safe and never throws. */
public interface QueueListener {
    QueueListener NONE = new QueueListener() {};

    /** How partitions change hands. */
    enum Change {
        ASSIGNED,
        REVOKED,
        /** The group went on without this worker. */
        LOST
    }

    /** How a transaction ended. */
    enum TransactionEnd {
        COMMITTED,
        ABORTED,
        /** Aborted for a record that the brokers do not take. */
        TOO_LARGE
    }

    default void rebalanced(Change change, int partitions) {}

    /**
     * A transaction came to an end.
     *
     * @param took with everything that had to be waited for
     */
    default void transactionEnded(TransactionEnd end, Duration took) {}

    /** A payload could not be brought to hand; one that is waited for tells each time. */
    default void payloadFailed(String reasonCode) {}

    /** A job's start is durable; its handler is called next. */
    default void started(JobMoments moments) {}

    /**
     * What became of a record is durable.
     *
     * @param jobId empty for a record that is no request
     * @param outcome {@code proved}, {@code dead_lettered}, {@code retried}, {@code repeated} or {@code handed_back}
     * @param reasonCode empty where there is none
     * @param decidedAt when the outcome was known
     * @param publishedAt when its transaction was committed
     */
    default void settled(String jobId, String outcome, String reasonCode, Instant decidedAt, Instant publishedAt) {}
}
