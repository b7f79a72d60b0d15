package io.proofmill.gpu.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * NVIDIA's management library (NVML), which comes with the driver and tells a device's clocks, temperature and errors. Functions and codes: NVML API reference, sections "Device Queries" and
 * "NvmlClocksEventReasons". Where the library or a function is missing the answer is empty.
 */
@SuppressWarnings("restricted") // a foreign library is what this class is for
final class ManagementLibrary {
    private static final String FILE = "libnvidia-ml.so.1";
    private static final int SUCCESS = 0;
    /** nvmlMemory_t: total, free and used, each an unsigned 64-bit number of bytes. */
    private static final long MEMORY_BYTES = 24;

    private static final long MEMORY_USED = 16;

    private final SymbolLookup symbols;

    private ManagementLibrary(SymbolLookup symbols) {
        this.symbols = symbols;
    }

    /** The library, loaded and started once. */
    static Optional<ManagementLibrary> load() {
        return Loaded.LIBRARY;
    }

    private static final class Loaded {
        static final Optional<ManagementLibrary> LIBRARY = open(FILE);
    }

    static Optional<ManagementLibrary> open(String file) {
        try {
            ManagementLibrary library = new ManagementLibrary(SymbolLookup.libraryLookup(file, Arena.global()));
            return library.call("nvmlInit_v2") ? Optional.of(library) : Optional.empty();
        } catch (IllegalArgumentException absent) {
            return Optional.empty();
        }
    }

    /** A device's handle by the UUID that the driver gives it. */
    Optional<MemorySegment> device(String uuid, Arena arena) {
        MemorySegment handle = arena.allocate(ValueLayout.ADDRESS);
        return call("nvmlDeviceGetHandleByUUID", arena.allocateFrom(uuid), handle)
                ? Optional.of(handle.get(ValueLayout.ADDRESS, 0))
                : Optional.empty();
    }

    /** A number that a function writes behind its selectors, read as 32 or 64 unsigned bits. */
    OptionalLong number(String function, MemorySegment device, boolean wide, int... selectors) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment value = arena.allocate(ValueLayout.JAVA_LONG);
            Object[] arguments = new Object[selectors.length + 2];
            arguments[0] = device;
            for (int i = 0; i < selectors.length; i++) {
                arguments[i + 1] = selectors[i];
            }
            arguments[selectors.length + 1] = value;
            if (!call(function, arguments)) {
                return OptionalLong.empty();
            }
            return OptionalLong.of(
                    wide
                            ? value.get(ValueLayout.JAVA_LONG, 0)
                            : Integer.toUnsignedLong(value.get(ValueLayout.JAVA_INT, 0)));
        }
    }

    /** Device memory in use by all processes. */
    OptionalLong usedBytes(MemorySegment device) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(MEMORY_BYTES, Long.BYTES);
            return call("nvmlDeviceGetMemoryInfo", device, memory)
                    ? OptionalLong.of(memory.get(ValueLayout.JAVA_LONG, MEMORY_USED))
                    : OptionalLong.empty();
        }
    }

    /** Calls a function of pointers and ints that returns a status. */
    private boolean call(String function, Object... arguments) {
        Optional<MemorySegment> address = symbols.find(function);
        if (address.isEmpty()) {
            return false;
        }
        MemoryLayout[] types = Arrays.stream(arguments)
                .map(argument -> argument instanceof Integer ? ValueLayout.JAVA_INT : ValueLayout.ADDRESS)
                .toArray(MemoryLayout[]::new);
        MethodHandle handle =
                Linker.nativeLinker().downcallHandle(address.get(), FunctionDescriptor.of(ValueLayout.JAVA_INT, types));
        try {
            return (int) handle.invokeWithArguments(arguments) == SUCCESS;
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(function + " cannot be called", e);
        }
    }
}
