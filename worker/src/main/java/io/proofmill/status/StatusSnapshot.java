package io.proofmill.status;

import io.proofmill.queue.QueueStatus;
import java.util.List;

/**
 * What {@code /status.json} says.
 *
 * @param version of this form; a field may be added without a new version, none is removed or changes its meaning
 * @param ready whether the worker takes jobs
 * @param notReady why not; empty when ready
 * @param queue the queue's side: identity, state, troubles, partitions, running jobs, counts
 * @param memory the budget outside the heap
 * @param devices where proofs are made
 * @param circuits the catalogue
 * @param jobs attempts that run and those of the last hour
 */
public record StatusSnapshot(
        int version,
        boolean ready,
        String notReady,
        QueueStatus queue,
        Memory memory,
        List<String> devices,
        List<CircuitLine> circuits,
        List<JobRecord> jobs) {
    /** Bytes. */
    public record Memory(long reserved, long limit) {}

    /** One circuit of the catalogue. */
    public record CircuitLine(String name, String curve, String version) {}
}
