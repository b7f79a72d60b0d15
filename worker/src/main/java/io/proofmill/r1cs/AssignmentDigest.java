package io.proofmill.r1cs;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/**
 * SHA-256 over the values of an assignment, 32 bytes each, inputs first.
 *
 * @param zeros private variables that are 0
 * @param ones private variables that are 1
 * @param interval values between checkpoints
 */
public record AssignmentDigest(
        String circuit,
        long inputs,
        long auxiliaries,
        long constraints,
        long zeros,
        long ones,
        String sha256,
        long interval,
        List<Checkpoint> checkpoints) {
    private static final int BYTES = 32;

    /** Reads every value once. */
    public static AssignmentDigest of(Circuit circuit, MemorySegment values, long interval) {
        Checkpoint.requireInterval(interval);
        RunningDigest digest = new RunningDigest();
        long zeros = 0;
        long ones = 0;
        byte[] value = new byte[BYTES];
        for (long i = 0; i < circuit.variables(); i++) {
            MemorySegment.copy(values, ValueLayout.JAVA_BYTE, i * BYTES, value, 0, BYTES);
            digest.putBytes(value);
            if (i >= circuit.inputs()) {
                int small = small(value);
                zeros += small == 0 ? 1 : 0;
                ones += small == 1 ? 1 : 0;
            }
            if ((i + 1) % interval == 0) {
                digest.checkpoint(i + 1);
            }
        }
        return new AssignmentDigest(
                circuit.name(),
                circuit.inputs(),
                circuit.auxiliaries(),
                circuit.rows(),
                zeros,
                ones,
                digest.finish(),
                interval,
                digest.checkpoints());
    }

    private static int small(byte[] value) {
        for (int i = 1; i < BYTES; i++) {
            if (value[i] != 0) {
                return -1;
            }
        }
        return value[0] & 0xff;
    }
}
