package io.proofmill.gpu.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * How a device is at this moment, as far as NVIDIA's management library tells; what it does not tell is empty.
 *
 * @param clockMegahertz of the multiprocessors
 * @param celsius temperature of the chip
 * @param milliwatts power drawn
 * @param usedBytes device memory held by all processes
 * @param slowdowns why clocks are held down, as the set of bits of NvmlClocksEventReasons
 * @param uncorrectedErrors memory errors since the driver started that ECC saw and could not correct
 */
public record DeviceState(
        OptionalLong clockMegahertz,
        OptionalLong celsius,
        OptionalLong milliwatts,
        OptionalLong usedBytes,
        OptionalLong slowdowns,
        OptionalLong uncorrectedErrors) {
    private static final int MULTIPROCESSOR_CLOCK = 1;
    private static final int CHIP_SENSOR = 0;
    private static final int UNCORRECTED = 1;
    private static final int SINCE_START = 0;

    private static final Map<Long, String> WORRYING = new TreeMap<>(Map.of(
            0x08L, "hardware slowdown",
            0x20L, "thermal slowdown by the driver",
            0x40L, "thermal slowdown by the hardware",
            0x80L, "power brake"));
    private static final long POWER_CAP = 0x04;

    private static final DeviceState UNKNOWN = new DeviceState(
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty());

    /** Asks now. */
    public static DeviceState of(Device device) {
        Optional<ManagementLibrary> library = ManagementLibrary.load();
        if (library.isEmpty()) {
            return UNKNOWN;
        }
        try (Arena arena = Arena.ofConfined()) {
            return library.get()
                    .device(device.uuid(), arena)
                    .map(handle -> read(library.get(), handle))
                    .orElse(UNKNOWN);
        }
    }

    private static DeviceState read(ManagementLibrary library, MemorySegment device) {
        return new DeviceState(
                library.number("nvmlDeviceGetClockInfo", device, false, MULTIPROCESSOR_CLOCK),
                library.number("nvmlDeviceGetTemperature", device, false, CHIP_SENSOR),
                library.number("nvmlDeviceGetPowerUsage", device, false),
                library.usedBytes(device),
                library.number("nvmlDeviceGetCurrentClocksThrottleReasons", device, true),
                library.number("nvmlDeviceGetTotalEccErrors", device, true, UNCORRECTED, SINCE_START));
    }

    /** What an operator should do something about, in words; empty when all is well or nothing is known. */
    public List<String> worries() {
        List<String> worries = new ArrayList<>();
        WORRYING.forEach((bit, words) -> {
            if ((slowdowns.orElse(0) & bit) != 0) {
                worries.add(words);
            }
        });
        if (uncorrectedErrors.orElse(0) != 0) {
            worries.add(uncorrectedErrors.getAsLong() + " uncorrected memory errors");
        }
        return worries;
    }

    @Override
    public String toString() {
        if (equals(UNKNOWN)) {
            return "clock, temperature and throttle state unknown: NVIDIA's management library does not tell";
        }
        List<String> parts = new ArrayList<>();
        clockMegahertz.ifPresent(value -> parts.add(value + " MHz"));
        celsius.ifPresent(value -> parts.add(value + " °C"));
        milliwatts.ifPresent(value -> parts.add(value / 1000 + " W"));
        slowdowns.ifPresent(bits -> {
            if (worries().isEmpty()) {
                parts.add((bits & POWER_CAP) != 0 ? "held at its power limit" : "not throttled");
            }
        });
        uncorrectedErrors.ifPresent(errors -> parts.add(errors + " uncorrected memory errors"));
        WORRYING.forEach((bit, words) -> {
            if ((slowdowns.orElse(0) & bit) != 0) {
                parts.add(words);
            }
        });
        return String.join(", ", parts);
    }
}
