package io.proofmill.r1cs;

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

    public String hex() {
        return HexFormat.of().toHexDigits(head);
    }
}
