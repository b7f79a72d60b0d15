package io.proofmill.math;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Host memory by the GiB: pages that the system clears when they are touched first, by whichever thread that is. An arena of the JDK clears all of it in the allocating thread, which takes
 * 3 s for each 8 GiB where this was measured. Less than a MiB, and anything on other systems than Linux, comes from such an arena all the same.
 */
@SuppressWarnings("restricted") // mmap(2) has no equivalent in the JDK for memory without a file
public final class LazyArena implements Arena {
    private static final long SMALL = 1 << 20;
    private static final boolean LINUX = System.getProperty("os.name").equals("Linux");
    private static final int READ_WRITE = 3;
    private static final int PRIVATE_ANONYMOUS = 0x22;
    private static final long FAILED = -1;

    private final Arena arena = Arena.ofShared();

    /** Looked up by the first large allocation only: most commands make none. */
    private static final class Functions {
        private static final MethodHandle MMAP = function(
                "mmap",
                FunctionDescriptor.of(
                        ValueLayout.ADDRESS,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_LONG));
        private static final MethodHandle MUNMAP = function(
                "munmap", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG));

        private static MethodHandle function(String name, FunctionDescriptor type) {
            Linker linker = Linker.nativeLinker();
            return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
        }
    }

    @Override
    public MemorySegment allocate(long bytes, long alignment) {
        if (bytes < SMALL || !LINUX) {
            return arena.allocate(bytes, alignment);
        }
        MemorySegment mapped = map(bytes);
        return mapped.reinterpret(bytes, arena, segment -> unmap(segment, bytes));
    }

    private static MemorySegment map(long bytes) {
        try {
            MemorySegment mapped = (MemorySegment)
                    Functions.MMAP.invokeExact(MemorySegment.NULL, bytes, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0L);
            if (mapped.address() == FAILED) {
                throw new OutOfMemoryError("the system has no room for " + bytes + " bytes");
            }
            return mapped;
        } catch (Error | RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("mmap cannot be called", e);
        }
    }

    private static void unmap(MemorySegment mapped, long bytes) {
        try {
            int ignored = (int) Functions.MUNMAP.invokeExact(mapped, bytes);
        } catch (Throwable e) {
            throw new IllegalStateException("munmap cannot be called", e);
        }
    }

    @Override
    public MemorySegment.Scope scope() {
        return arena.scope();
    }

    @Override
    public void close() {
        arena.close();
    }
}
