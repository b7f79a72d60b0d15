package io.proofmill.gpu.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** A kernel's arguments in the order of its C signature. The driver copies them at the launch. */
public final class KernelArguments {
    private long[] words = new long[16];
    private int size;
    private int[] starts = new int[16];
    private int count;

    /** A device address ({@code T*}). */
    public KernelArguments address(long address) {
        return words(address);
    }

    /** A 64-bit integer ({@code uint64_t}, {@code int64_t}, {@code size_t}). */
    public KernelArguments int64(long value) {
        return words(value);
    }

    /** A 32-bit integer ({@code uint32_t}, {@code int}). The driver reads the low four bytes: hosts are little-endian. */
    public KernelArguments int32(int value) {
        return words(Integer.toUnsignedLong(value));
    }

    /** A structure passed by value, as its 64-bit words. */
    public KernelArguments words(long... structure) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
        }
        if (size + structure.length > words.length) {
            words = Arrays.copyOf(words, 2 * (size + structure.length));
        }
        starts[count++] = size;
        System.arraycopy(structure, 0, words, size, structure.length);
        size += structure.length;
        return this;
    }

    /** The array of pointers to values that {@code cuLaunchKernel} reads. */
    HostPointer lay(Arena arena) {
        MemorySegment values = arena.allocate(Long.BYTES * Math.max(1L, size), Long.BYTES);
        MemorySegment pointers = arena.allocate(Long.BYTES * Math.max(1L, count), Long.BYTES);
        MemorySegment.copy(words, 0, values, ValueLayout.JAVA_LONG, 0, size);
        for (int i = 0; i < count; i++) {
            pointers.setAtIndex(ValueLayout.JAVA_LONG, i, values.address() + (long) starts[i] * Long.BYTES);
        }
        return HostPointer.to(pointers);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("(");
        for (int i = 0; i < size; i++) {
            text.append(i == 0 ? "" : ", ").append(Long.toHexString(words[i]));
        }
        return text.append(')').toString();
    }
}
