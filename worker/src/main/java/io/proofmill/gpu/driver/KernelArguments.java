package io.proofmill.gpu.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** A kernel's arguments in the order of its C signature. The driver copies them at the launch. */
public final class KernelArguments {
    private static final int SLOT = 8;

    private long[] words = new long[16];
    private int count;

    /** A device address ({@code T*}). */
    public KernelArguments address(long address) {
        return word(address);
    }

    /** A 64-bit integer ({@code uint64_t}, {@code int64_t}, {@code size_t}). */
    public KernelArguments int64(long value) {
        return word(value);
    }

    /** A 32-bit integer ({@code uint32_t}, {@code int}). The driver reads the low four bytes: hosts are little-endian. */
    public KernelArguments int32(int value) {
        return word(Integer.toUnsignedLong(value));
    }

    private KernelArguments word(long value) {
        if (count == words.length) {
            words = Arrays.copyOf(words, 2 * count);
        }
        words[count++] = value;
        return this;
    }

    /** The array of pointers to values that {@code cuLaunchKernel} reads. */
    HostPointer lay(Arena arena) {
        MemorySegment values = arena.allocate((long) Math.max(1, count) * SLOT, SLOT);
        MemorySegment pointers = arena.allocate((long) Math.max(1, count) * SLOT, SLOT);
        for (int i = 0; i < count; i++) {
            values.setAtIndex(ValueLayout.JAVA_LONG, i, words[i]);
            pointers.setAtIndex(ValueLayout.JAVA_LONG, i, values.address() + (long) i * SLOT);
        }
        return HostPointer.to(pointers);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("(");
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ", ").append(Long.toHexString(words[i]));
        }
        return text.append(')').toString();
    }
}
