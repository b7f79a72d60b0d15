package io.proofmill.chaos;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The harness's "proof": SHA-256 over job id, circuit and payload. A proof of another statement, or of a payload that was mixed up, is seen at once. */
final class ScriptedProof {
    private ScriptedProof() {}

    static byte[] of(String jobId, String circuit, byte[] payload) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update((jobId + "\n" + circuit + "\n").getBytes(StandardCharsets.UTF_8));
            return digest.digest(payload);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
