package io.proofmill.cli.worker;

import io.proofmill.queue.JobMoments;
import io.proofmill.queue.QueueListener;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Several listeners as one. */
record QueueListeners(List<QueueListener> all) implements QueueListener {
    @Override
    public void rebalanced(Change change, int partitions) {
        all.forEach(listener -> listener.rebalanced(change, partitions));
    }

    @Override
    public void transactionEnded(TransactionEnd end, Duration took) {
        all.forEach(listener -> listener.transactionEnded(end, took));
    }

    @Override
    public void payloadFailed(String reasonCode) {
        all.forEach(listener -> listener.payloadFailed(reasonCode));
    }

    @Override
    public void started(JobMoments moments) {
        all.forEach(listener -> listener.started(moments));
    }

    @Override
    public void settled(String jobId, String outcome, String reasonCode, Instant decidedAt, Instant publishedAt) {
        all.forEach(listener -> listener.settled(jobId, outcome, reasonCode, decidedAt, publishedAt));
    }
}
