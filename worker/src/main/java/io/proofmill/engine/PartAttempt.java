package io.proofmill.engine;

import io.proofmill.math.Work;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One attempt at one part of a task.
 *
 * @param task with the device to avoid in this attempt
 * @param work given up when a sibling fails
 * @param end for what little is left once the device has done its share: goes on when a sibling fails, so that the part counts as finished
 * @param device where it is proved, once that is known
 */
record PartAttempt(
        Plan plan,
        int part,
        Circuit.Keys keys,
        ProofTask task,
        TaskRun.StageClock clock,
        Work work,
        Work end,
        AtomicReference<String> device) {
    /** The same part again, somewhere else if possible. */
    PartAttempt again() {
        ProofTask elsewhere = task.avoiding(Optional.ofNullable(device.get()));
        return new PartAttempt(plan, part, keys, elsewhere, clock, work, end, new AtomicReference<>());
    }
}
