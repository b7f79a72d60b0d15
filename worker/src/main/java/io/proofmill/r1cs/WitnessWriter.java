package io.proofmill.r1cs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Writes the values of an assignment one after the other, in the order in which a circuit makes its variables: 32 bytes each, little-endian, canonical. Every byte is written, so the memory may have been used before. Not
 * thread-safe; several writers may fill separate stretches of one segment.
 */
public final class WitnessWriter {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int BYTES = 32;

    private final MemorySegment values;
    private long offset;

    /** Writes from value {@code first} on. */
    public WitnessWriter(MemorySegment values, long first) {
        this.values = values;
        this.offset = first * BYTES;
    }

    /** Index of the next value. */
    public long position() {
        return offset / BYTES;
    }

    /** One value of four words, least significant first. */
    public void value(long w0, long w1, long w2, long w3) {
        values.set(LONG, offset, w0);
        values.set(LONG, offset + 8, w1);
        values.set(LONG, offset + 16, w2);
        values.set(LONG, offset + 24, w3);
        offset += BYTES;
    }

    /** One value below 2^64. */
    public void value(long word) {
        value(word, 0, 0, 0);
    }

    /** The lowest {@code count} bits of a word as one value each, least significant first. */
    public void bits(long word, int count) {
        for (int i = 0; i < count; i++) {
            value(word >>> i & 1);
        }
    }

    /** The bits of a word where the mask has ones. */
    public void maskedBits(int word, int mask) {
        for (int i = 0; i < Integer.SIZE; i++) {
            if ((mask >>> i & 1) != 0) {
                value(word >>> i & 1);
            }
        }
    }
}
