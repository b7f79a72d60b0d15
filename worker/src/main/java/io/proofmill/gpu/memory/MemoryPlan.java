package io.proofmill.gpu.memory;

/**
 * How a circuit is proved on a device of a given size.
 *
 * @param keyPlace where the key lies
 * @param jobsInFlight jobs of this circuit that the device can hold at once
 * @param workspaceBytes what one job takes
 */
public record MemoryPlan(KeyPlace keyPlace, int jobsInFlight, long workspaceBytes) {
    /** Where a proving key lies during a proof. */
    public enum KeyPlace {
        /** On the device, shared by jobs and kept between them. */
        RESIDENT,
        /** On the host; every job streams it through chunk buffers. */
        STREAMED
    }
}
