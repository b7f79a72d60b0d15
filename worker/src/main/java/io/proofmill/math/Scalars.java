package io.proofmill.math;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;

/** Canonical scalars at rest: 32 little-endian bytes each, below the group's order. */
public final class Scalars {
    /** Bytes of a scalar. */
    public static final int BYTES = 32;

    private Scalars() {}

    /** The scalar at a byte offset as an integer. */
    public static BigInteger read(MemorySegment from, long offset) {
        byte[] bigEndian = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            bigEndian[BYTES - 1 - i] = from.get(ValueLayout.JAVA_BYTE, offset + i);
        }
        return new BigInteger(1, bigEndian);
    }

    /**
     * Writes an integer as a scalar at a byte offset.
     *
     * @throws IllegalArgumentException if it is negative or longer than 256 bits
     */
    public static void write(BigInteger scalar, MemorySegment to, long offset) {
        if (scalar.signum() < 0 || scalar.bitLength() > 8 * BYTES) {
            throw new IllegalArgumentException("a scalar is a non-negative integer of at most 256 bits");
        }
        for (int i = 0; i < BYTES / Long.BYTES; i++) {
            to.set(
                    Field.WORD,
                    offset + (long) i * Long.BYTES,
                    scalar.shiftRight(64 * i).longValue());
        }
    }
}
