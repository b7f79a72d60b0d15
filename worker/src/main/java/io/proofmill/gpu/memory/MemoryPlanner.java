package io.proofmill.gpu.memory;

import io.proofmill.gpu.memory.MemoryPlan.KeyPlace;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;

/**
 * Decides before a job runs how it fits: key on the device and as many jobs at once as are allowed and fit, else one job, else the key streamed in chunks, else refused with the numbers.
 *
 * @param capacity bytes of the device's arena
 * @param jobsPerDevice the most jobs to have in flight: the setting {@code gpu.jobs-per-device}
 */
public record MemoryPlanner(long capacity, int jobsPerDevice) {
    public MemoryPlanner {
        if (jobsPerDevice < 1) {
            throw new BadInputException(
                    ReasonCode.USAGE, "gpu.jobs-per-device must be at least 1, found " + jobsPerDevice);
        }
    }

    /**
     * The plan for a circuit that has the device to itself.
     *
     * @throws BadInputException TOO_LARGE when not even one job with a streamed key fits
     */
    public MemoryPlan plan(Footprint footprint) {
        for (int jobs = jobsPerDevice; jobs >= 1; jobs--) {
            if (footprint.residentBytes(jobs) <= capacity) {
                return new MemoryPlan(KeyPlace.RESIDENT, jobs, footprint.workspaceBytes());
            }
        }
        long streamed = DeviceArena.rounded(footprint.streamedWorkspaceBytes());
        if (streamed <= capacity) {
            int jobs = (int) Math.min(jobsPerDevice, capacity / streamed);
            return new MemoryPlan(KeyPlace.STREAMED, jobs, footprint.streamedWorkspaceBytes());
        }
        throw new BadInputException(
                ReasonCode.TOO_LARGE,
                "%s does not fit the device: a job takes %d bytes even with its key of %d bytes streamed, the device has %d"
                        .formatted(footprint.circuit(), streamed, footprint.keyBytes(), capacity));
    }
}
