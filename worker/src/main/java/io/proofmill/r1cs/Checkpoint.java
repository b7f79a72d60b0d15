package io.proofmill.r1cs;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A digest over a prefix.
 *
 * @param count rows or values covered, from the first one
 * @param head first 8 bytes of the SHA-256 over them
 */
public record Checkpoint(long count, long head) {
    static Checkpoint of(long count, byte[] sha256) {
        return new Checkpoint(
                count, HexFormat.fromHexDigitsToLong(HexFormat.of().formatHex(Arrays.copyOf(sha256, Long.BYTES))));
    }

    /** Refuses an interval between checkpoints that is none. */
    static void requireInterval(long interval) {
        if (interval < 1) {
            throw new BadInputException(
                    ReasonCode.USAGE, "the interval between checkpoints should be at least 1, found " + interval);
        }
    }

    public String hex() {
        return HexFormat.of().toHexDigits(head);
    }
}
