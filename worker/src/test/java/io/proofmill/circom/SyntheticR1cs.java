package io.proofmill.circom;

import io.proofmill.groth16.Assignment;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A constraint system of any number of rows: x squared, and so on; the last value is the only public one. */
final class SyntheticR1cs {
    private static final int FIELD_BYTES = 32;
    private static final int TERM_BYTES = 4 + FIELD_BYTES;

    private SyntheticR1cs() {}

    /** Writes the file of x_(i+1) = x_i^2 for i below rows. Wire 1 is the last value, wire 2 + i is x_i. */
    static void write(Path path, CurveId curve, int rows) throws IOException {
        long header = 4 + FIELD_BYTES + 4 * 4 + 8 + 4;
        long constraints = (long) rows * 3 * (4 + TERM_BYTES);
        long size = Iden3Writer.FILE_HEADER + 2 * Iden3Writer.SECTION_HEADER + header + constraints;
        BigInteger prime = Curve.of(curve).fr().modulus();
        Iden3Writer.create(path, size, FileKind.R1CS, 2, writer -> {
            writer.section(2, constraints);
            for (int i = 0; i < rows; i++) {
                writeTerm(writer, 2 + i);
                writeTerm(writer, 2 + i);
                writeTerm(writer, i == rows - 1 ? 1 : 3 + i);
            }
            writer.section(1, header);
            writer.u32(FIELD_BYTES);
            writer.integer(prime, FIELD_BYTES);
            writer.u32(rows + 2);
            writer.u32(1);
            writer.u32(0);
            writer.u32(1);
            writer.u64(rows + 2);
            writer.u32(rows);
        });
    }

    /** The witness that starts from x. */
    static Assignment witness(CurveId curve, int rows, long x) {
        BigInteger prime = Curve.of(curve).fr().modulus();
        List<BigInteger> values = new ArrayList<>(List.of(BigInteger.ONE, BigInteger.ZERO));
        BigInteger value = BigInteger.valueOf(x);
        for (int i = 0; i < rows; i++) {
            values.add(value);
            value = value.multiply(value).mod(prime);
        }
        values.set(1, value);
        return Assignment.copyOf(curve, values);
    }

    private static void writeTerm(Iden3Writer writer, long wire) {
        writer.u32(1);
        writer.u32(wire);
        writer.integer(BigInteger.ONE, FIELD_BYTES);
    }
}
