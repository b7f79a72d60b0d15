package io.proofmill.gpu.driver;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Temperature and memory of GPUs as the driver's management library (NVML, libnvidia-ml.so.1) tells them. It comes with the driver; where it is absent, or a device is hidden from it, there is
 * no reading. Functions and codes: NVIDIA's NVML API reference, device queries. Thread-safe, as NVML is.
 */
public final class Sensors {
    private static final String LIBRARY = "libnvidia-ml.so.1";
    private static final int SUCCESS = 0;
    private static final int TEMPERATURE_OF_THE_CHIP = 0;
    /** nvmlMemory_t: total, free, used, each an unsigned 64-bit number of bytes. */
    private static final long MEMORY_BYTES = 24;

    private static final long MEMORY_USED = 16;
    private static final AddressLayout POINTER = ValueLayout.ADDRESS;

    private final MethodHandle handleByUuid;
    private final MethodHandle temperature;
    private final MethodHandle memory;

    /**
     * One look at a device.
     *
     * @param temperatureCelsius of the chip
     * @param usedBytes of device memory, by all processes
     */
    public record Reading(int temperatureCelsius, long usedBytes) {}

    private Sensors(SymbolLookup library, Linker linker) {
        this.handleByUuid = function(library, linker, "nvmlDeviceGetHandleByUUID", POINTER, POINTER);
        this.temperature = linker.downcallHandle(
                library.findOrThrow("nvmlDeviceGetTemperature"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, POINTER, ValueLayout.JAVA_INT, POINTER));
        this.memory = function(library, linker, "nvmlDeviceGetMemoryInfo", POINTER, POINTER);
    }

    /** Opens the library for the life of the process; empty where there is none. */
    public static Optional<Sensors> open() {
        return open(LIBRARY);
    }

    static Optional<Sensors> open(String name) {
        try {
            SymbolLookup library = SymbolLookup.libraryLookup(name, Arena.global());
            Linker linker = Linker.nativeLinker();
            int code = (int) function(library, linker, "nvmlInit_v2").invokeExact();
            return code == SUCCESS ? Optional.of(new Sensors(library, linker)) : Optional.empty();
        } catch (Throwable absent) {
            return Optional.empty();
        }
    }

    /** What the device's sensors say now; empty where they say nothing. */
    public Optional<Reading> read(Device device) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment handle = arena.allocate(POINTER);
            MemorySegment celsius = arena.allocate(ValueLayout.JAVA_INT);
            MemorySegment bytes = arena.allocate(MEMORY_BYTES, Long.BYTES);
            if ((int) handleByUuid.invokeExact(arena.allocateFrom(device.uuid()), handle) != SUCCESS) {
                return Optional.empty();
            }
            MemorySegment gpu = handle.get(POINTER, 0);
            boolean told = (int) temperature.invokeExact(gpu, TEMPERATURE_OF_THE_CHIP, celsius) == SUCCESS
                    && (int) memory.invokeExact(gpu, bytes) == SUCCESS;
            return told
                    ? Optional.of(new Reading(
                            celsius.get(ValueLayout.JAVA_INT, 0), bytes.get(ValueLayout.JAVA_LONG, MEMORY_USED)))
                    : Optional.empty();
        } catch (Throwable failure) {
            throw new IllegalStateException("a call of " + LIBRARY + " has the wrong form", failure);
        }
    }

    private static MethodHandle function(SymbolLookup library, Linker linker, String name, AddressLayout... arguments) {
        return linker.downcallHandle(library.findOrThrow(name), FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments));
    }
}
