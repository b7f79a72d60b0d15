package io.proofmill.filecoin.format;

import io.proofmill.math.BadInputException;
import io.proofmill.math.Point;
import io.proofmill.math.ReasonCode;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Reads the points and counts of a key's head one after the other. */
final class KeyBytes {
    private final String name;
    private final byte[] bytes;
    private int offset;

    KeyBytes(String name, byte[] bytes) {
        this.name = name;
        this.bytes = bytes;
    }

    Point g1(String what) {
        return ZcashPoint.g1(place(what), ReasonCode.INVALID_KEY).uncompressed(take(BellmanVerifyingKey.G1));
    }

    Point g2(String what) {
        return ZcashPoint.g2(place(what), ReasonCode.INVALID_KEY).uncompressed(take(BellmanVerifyingKey.G2));
    }

    /** A u32 that must be the expected one. */
    int count(String what, int expected) {
        String place = place(what);
        int count = ByteBuffer.wrap(take(Integer.BYTES)).getInt();
        if (count != expected) {
            throw new BadInputException(
                    ReasonCode.MALFORMED_FILE,
                    place + ": expected " + expected + " " + what + ", found " + Integer.toUnsignedString(count));
        }
        return count;
    }

    static byte[] count(int count) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(count).array();
    }

    private String place(String what) {
        return name + ": " + what + " at byte " + offset;
    }

    private byte[] take(int count) {
        byte[] taken = Arrays.copyOfRange(bytes, offset, offset + count);
        offset += count;
        return taken;
    }
}
