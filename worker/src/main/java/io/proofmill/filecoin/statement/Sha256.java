package io.proofmill.filecoin.statement;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 of parts joined together. */
public final class Sha256 {
    private Sha256() {}

    public static byte[] of(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("a JDK has SHA-256", e);
        }
    }
}
