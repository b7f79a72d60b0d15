package io.proofmill.cli.worker;

import io.proofmill.queue.QueueStatus;
import io.proofmill.status.DeviceReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whether a worker may be sent jobs, and whether its process is well: plain decisions over what is known. */
final class Readiness {
    /** The poll thread turns ten times a second; one that has not for so long hangs. */
    private static final Duration STUCK = Duration.ofMinutes(5);

    private Readiness() {}

    /**
     * Why the worker is not ready; empty when it is: the self-test's proof verifies, a device is trusted, the group is joined, nothing of the surroundings is waited for, and nobody paused or
     * drains it. The catalogue is loaded before there is a worker to ask.
     *
     * @param selfTest what is wrong with the processor's self-test; empty when it passed
     */
    static String notReady(QueueStatus queue, List<DeviceReport> devices, Optional<String> selfTest) {
        if (queue.state() != QueueStatus.State.RUNNING) {
            return "the worker is " + queue.state().name().toLowerCase(Locale.ROOT);
        }
        if (selfTest.isPresent()) {
            return selfTest.get();
        }
        if (devices.stream().allMatch(DeviceReport::quarantined)) {
            return "every device is quarantined";
        }
        if (!queue.joined()) {
            return "the worker has not joined the group yet";
        }
        if (queue.paused()) {
            return "an operator has paused the worker";
        }
        return queue.troubles().isEmpty() ? "" : queue.troubles().getFirst().sentence();
    }

    /** Why the process should be started anew; empty while it is well. */
    static Optional<String> sickness(QueueStatus queue, Instant now) {
        return switch (queue.state()) {
            case FAILED -> Optional.of("the queue has failed");
            case RUNNING, DRAINING ->
                now.isAfter(queue.at().plus(STUCK))
                        ? Optional.of("the poll thread has not turned since " + queue.at())
                        : Optional.empty();
            case STARTING, STOPPED -> Optional.empty();
        };
    }
}
