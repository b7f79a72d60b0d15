package io.proofmill.r1cs;

import java.math.BigInteger;
import java.util.List;

/**
 * Canonical R1CS digest v1 of a circuit: SHA-256 over all rows in order; in a row A, then B, then C; a combination is a u32 count, then for each term a u8 kind (0 input, 1 private), a u32 index and the coefficient in 32
 * bytes, all little-endian, terms sorted by kind and index.
 *
 * @param interval rows between checkpoints
 * @param checkpoints digests of the first {@code k * interval} rows
 */
public record RowDigest(CircuitCounts counts, String sha256, long interval, List<Checkpoint> checkpoints) {
    /** Streams every row once. About 220 bytes a row for Filecoin's circuits, hashed on one thread. */
    public static RowDigest of(Circuit circuit, long interval) {
        Checkpoint.requireInterval(interval);
        RunningDigest digest = new RunningDigest();
        byte[][] coefficients = encoded(circuit.coefficients());
        Instances instances = circuit.instances();
        long row = 0;
        long next = interval;
        for (int i = 0; i < instances.count(); i++) {
            Template template = circuit.template(i);
            for (int r = 0; r < template.rows(); r++) {
                write(digest, template, r, instances, i, coefficients);
                if (++row == next) {
                    digest.checkpoint(row);
                    next += interval;
                }
            }
        }
        return new RowDigest(CircuitCounts.of(circuit), digest.finish(), interval, digest.checkpoints());
    }

    private static void write(
            RunningDigest digest,
            Template template,
            int row,
            Instances instances,
            int instance,
            byte[][] coefficients) {
        for (int c = 3 * row; c < 3 * row + 3; c++) {
            int start = template.start(c);
            int end = template.ends[c];
            digest.putInt(end - start);
            for (int term = start; term < end; term++) {
                int variable = instances.resolve(instance, template.variables[term]);
                byte[] coefficient = coefficients[template.coefficients[term]];
                if (variable >= 0) {
                    digest.putTerm(1, variable, coefficient);
                } else {
                    digest.putTerm(0, -1 - variable, coefficient);
                }
            }
        }
        digest.makeRoom();
    }

    private static byte[][] encoded(BigInteger[] coefficients) {
        byte[][] encoded = new byte[coefficients.length][];
        for (int i = 0; i < encoded.length; i++) {
            encoded[i] = LittleEndian.bytes32(coefficients[i]);
        }
        return encoded;
    }
}
