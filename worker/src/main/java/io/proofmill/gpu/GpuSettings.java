package io.proofmill.gpu;

import com.sun.management.OperatingSystemMXBean;
import io.proofmill.gpu.driver.DeviceSelection;
import io.proofmill.gpu.health.HealthPolicy;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * How GPUs are used.
 *
 * @param devices which ones: {@code gpu.devices}
 * @param jobsPerDevice jobs that hold memory on a device at once, one computing while the other copies: {@code gpu.jobs-per-device}
 * @param hostThreads threads of the host that copy to a device for each job on it: {@code gpu.host-threads}
 * @param memoryLimit bytes that one device's arena may take: {@code gpu.memory-limit}; without it, what is free less a reserve
 * @param pinnedMemory bytes of host memory that copies of keys streaming through a device may lock: {@code gpu.pinned-memory}
 * @param tables whether tables of multiples of keys' points are made: {@code gpu.tables}
 * @param stageLimit how long a stage of a proof may make no progress: {@code gpu.stage-limit}
 * @param health when a device is quarantined and when it comes back
 */
public record GpuSettings(
        DeviceSelection devices,
        int jobsPerDevice,
        int hostThreads,
        OptionalLong memoryLimit,
        long pinnedMemory,
        TableUse tables,
        Duration stageLimit,
        HealthPolicy health) {
    /** All devices, two jobs each with eight threads to copy, all device memory, a quarter of the host's for keys that stream, a minute a stage. */
    public static final GpuSettings DEFAULT = new GpuSettings(
            DeviceSelection.parse("all"),
            2,
            8,
            OptionalLong.empty(),
            hostMemory() / 4,
            TableUse.AUTO,
            Duration.ofMinutes(1),
            HealthPolicy.DEFAULT);

    public GpuSettings {
        if (jobsPerDevice < 1 || jobsPerDevice > 8) {
            throw new BadInputException(ReasonCode.USAGE, "gpu.jobs-per-device must be 1 to 8, found " + jobsPerDevice);
        }
        if (hostThreads < 1) {
            throw new BadInputException(ReasonCode.USAGE, "gpu.host-threads must be at least 1, found " + hostThreads);
        }
    }

    /** The same for other devices. */
    public GpuSettings withDevices(DeviceSelection chosen) {
        return new GpuSettings(
                chosen, jobsPerDevice, hostThreads, memoryLimit, pinnedMemory, tables, stageLimit, health);
    }

    /** The same with another limit of device memory. */
    public GpuSettings withMemoryLimit(long bytes) {
        return new GpuSettings(
                devices, jobsPerDevice, hostThreads, OptionalLong.of(bytes), pinnedMemory, tables, stageLimit, health);
    }

    /** The same with another number of host threads. */
    public GpuSettings withHostThreads(int threads) {
        return new GpuSettings(devices, jobsPerDevice, threads, memoryLimit, pinnedMemory, tables, stageLimit, health);
    }

    /** The same with another limit for a stage. */
    public GpuSettings withStageLimit(Duration limit) {
        return new GpuSettings(devices, jobsPerDevice, hostThreads, memoryLimit, pinnedMemory, tables, limit, health);
    }

    /** The same with another limit of locked host memory. */
    public GpuSettings withPinnedMemory(long bytes) {
        return new GpuSettings(devices, jobsPerDevice, hostThreads, memoryLimit, bytes, tables, stageLimit, health);
    }

    /** The same with or without tables of multiples. */
    public GpuSettings withTables(TableUse use) {
        return new GpuSettings(devices, jobsPerDevice, hostThreads, memoryLimit, pinnedMemory, use, stageLimit, health);
    }

    /** The same with another number of jobs at a time. */
    public GpuSettings withJobsPerDevice(int jobs) {
        return new GpuSettings(devices, jobs, hostThreads, memoryLimit, pinnedMemory, tables, stageLimit, health);
    }

    private static long hostMemory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }
}
