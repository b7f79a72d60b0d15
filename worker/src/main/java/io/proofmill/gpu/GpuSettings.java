package io.proofmill.gpu;

import io.proofmill.gpu.driver.DeviceSelection;
import io.proofmill.gpu.health.HealthPolicy;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * How GPUs are used.
 *
 * @param devices which ones: {@code gpu.devices}
 * @param jobsPerDevice jobs that hold memory on a device at once, one computing while the other copies: {@code gpu.jobs-per-device}
 * @param hostThreads threads of the host that copy to a device for each job on it: {@code gpu.host-threads}
 * @param memoryLimit bytes that one device's arena may take: {@code gpu.memory-limit}; without it, what is free less a reserve
 * @param stageLimit how long a stage of a proof may make no progress: {@code gpu.stage-limit}
 * @param health when a device is quarantined and when it comes back
 */
public record GpuSettings(
        DeviceSelection devices,
        int jobsPerDevice,
        int hostThreads,
        OptionalLong memoryLimit,
        Duration stageLimit,
        HealthPolicy health) {
    /** All devices, two jobs each with eight threads to copy, all memory, a minute a stage. */
    public static final GpuSettings DEFAULT = new GpuSettings(
            DeviceSelection.parse("all"), 2, 8, OptionalLong.empty(), Duration.ofMinutes(1), HealthPolicy.DEFAULT);

    public GpuSettings {
        if (jobsPerDevice < 1 || jobsPerDevice > 8) {
            throw new BadInputException(ReasonCode.USAGE, "gpu.jobs-per-device must be 1 to 8, found " + jobsPerDevice);
        }
        if (hostThreads < 1) {
            throw new BadInputException(ReasonCode.USAGE, "gpu.host-threads must be at least 1, found " + hostThreads);
        }
    }

    /** The same with another limit of device memory. */
    public GpuSettings withMemoryLimit(long bytes) {
        return new GpuSettings(devices, jobsPerDevice, hostThreads, OptionalLong.of(bytes), stageLimit, health);
    }

    /** The same with another number of host threads. */
    public GpuSettings withHostThreads(int threads) {
        return new GpuSettings(devices, jobsPerDevice, threads, memoryLimit, stageLimit, health);
    }

    /** The same with another limit for a stage. */
    public GpuSettings withStageLimit(Duration limit) {
        return new GpuSettings(devices, jobsPerDevice, hostThreads, memoryLimit, limit, health);
    }
}
