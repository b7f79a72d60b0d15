package io.proofmill.queue;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The queue at one moment, for status page and metrics. Immutable.
 *
 * @param state what the worker is doing
 * @param worker who it is
 * @param at when this was true
 * @param joined whether the worker is in the group
 * @param paused whether an operator holds back the start of jobs
 * @param troubles what it waits for
 * @param partitions what it owns
 * @param running jobs that run
 * @param buffered jobs that wait for their start, by topic
 * @param delayed retries that wait for their time
 * @param proved jobs proved since the start
 * @param deadLettered jobs dead-lettered since the start
 * @param retried attempts moved to the retries since the start
 * @param repeated requests answered from an earlier outcome since the start
 */
public record QueueStatus(
        State state,
        WorkerId worker,
        Instant at,
        boolean joined,
        boolean paused,
        List<Trouble> troubles,
        List<Partition> partitions,
        List<RunningJob> running,
        Map<String, Integer> buffered,
        int delayed,
        long proved,
        long deadLettered,
        long retried,
        long repeated) {
    /** What the worker is doing. */
    public enum State {
        /** Connecting, checking topics, opening the producer. */
        STARTING,
        /** In the group, taking jobs. */
        RUNNING,
        /** Takes no more jobs; running ones finish or are handed back. */
        DRAINING,
        /** Out of the group. */
        STOPPED,
        /** Ended by a failure that waiting does not mend. */
        FAILED
    }

    /** Trouble of the surroundings: no fault of a job, costs no attempt, ends by itself. */
    public record Trouble(String reasonCode, String sentence, Instant since) {}

    /**
     * One partition that the worker owns.
     *
     * @param lag records between the committed offset and the end of the log that are neither running here nor waiting for a retry; empty while unknown. Scale by this one
     * @param oldest timestamp of the oldest record that was taken and waits for its start; empty when none does
     * @param starting true while its ledger is being restored
     */
    public record Partition(
            String topic,
            int partition,
            long committed,
            Optional<Long> lag,
            Optional<Instant> oldest,
            boolean starting) {}

    /** One job that runs. */
    public record RunningJob(
            String id, String circuit, int attempt, Optional<String> phase, Optional<String> device, Instant since) {}
}
