package io.proofmill.r1cs;

import java.math.BigInteger;

/** Field elements as 32 bytes, least significant first. */
final class LittleEndian {
    private LittleEndian() {}

    static byte[] bytes32(BigInteger value) {
        byte[] big = value.toByteArray();
        byte[] little = new byte[32];
        for (int i = 0; i < Math.min(32, big.length); i++) {
            little[i] = big[big.length - 1 - i];
        }
        return little;
    }
}
