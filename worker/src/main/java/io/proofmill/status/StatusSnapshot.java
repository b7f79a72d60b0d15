package io.proofmill.status;

import io.proofmill.queue.QueueStatus;
import java.util.List;

/**
 * What {@code /status.json} says; docs/status.md describes every field.
 *
 * @param version of this form; a field may be added without a new version, none is removed or changes its meaning
 * @param ready whether the worker takes jobs
 * @param notReady why not; empty when ready
 * @param actions what an operator may do here; empty where nothing is enabled
 * @param queue the queue's side: identity, state, troubles, partitions, running jobs, counts
 * @param memory the budget outside the heap
 * @param devices where proofs are made
 * @param circuits the catalogue
 * @param priorities what waits in this worker's partitions
 * @param fleet the group
 * @param deadLetters what was given up
 * @param jobs attempts that run, and the latest of those that ended in the last hour
 * @param timeline the last hour as bars
 */
public record StatusSnapshot(
        int version,
        boolean ready,
        String notReady,
        List<String> actions,
        QueueStatus queue,
        Memory memory,
        List<DeviceReport> devices,
        List<CircuitFigures> circuits,
        List<PriorityLag> priorities,
        FleetReport fleet,
        DeadLetterBoard.Report deadLetters,
        List<JobRecord> jobs,
        List<TimelineLane> timeline) {
    /** Bytes. */
    public record Memory(long reserved, long limit) {}

    /** Without what is large: stages and timeline. For those who are told every second. */
    StatusSnapshot brief() {
        return new StatusSnapshot(
                version,
                ready,
                notReady,
                actions,
                queue,
                memory,
                devices,
                circuits,
                priorities,
                fleet,
                deadLetters,
                jobs.stream().map(JobRecord::brief).toList(),
                List.of());
    }
}
