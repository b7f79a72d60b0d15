package io.proofmill.gpu.driver;

import java.util.OptionalInt;

/**
 * One GPU as the driver describes it.
 *
 * @param ordinal its number among the visible devices
 * @param uuid {@code GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx}: the same after a reboot, unlike the ordinal
 * @param name the product's name
 * @param memoryBytes its whole memory
 * @param clockKilohertz the highest clock of the processors; absent where the driver does not tell
 * @param multiprocessors streaming multiprocessors (SMs)
 * @param capability compute capability, {@code 10 * major + minor}
 * @param sharedBytesPerBlock shared memory that one block of threads may ask for
 * @param eccEnabled whether its memory corrects bit errors
 */
public record Device(
        int ordinal,
        String uuid,
        String name,
        long memoryBytes,
        OptionalInt clockKilohertz,
        int multiprocessors,
        int capability,
        int sharedBytesPerBlock,
        boolean eccEnabled) {
    @Override
    public String toString() {
        return "GPU %d (%s, %d GiB, sm_%d, %s)".formatted(ordinal, name, memoryBytes >> 30, capability, uuid);
    }
}
