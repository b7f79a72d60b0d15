package io.proofmill.circom;

import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.InputFile;
import io.proofmill.math.BadInputException;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.Elementwise;
import io.proofmill.math.PrimeField;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Scalars;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.OptionalLong;

/** The .wtns format, version 2: a full witness as canonical little-endian values. */
public final class Wtns {
    private static final int HEADER = 1;
    private static final int VALUES = 2;

    private Wtns() {}

    /**
     * Reads a witness file into memory of its own.
     *
     * @throws BadInputException MALFORMED_FILE, CURVE_MISMATCH for an unknown field, INVALID_WITNESS for a value that is not below the prime
     */
    public static Assignment read(Path path) throws IOException {
        InputFile file = new InputFile(path);
        try (Arena arena = Arena.ofShared()) {
            return read(file.name(), file.map(arena));
        }
    }

    /** The same from memory; {@code name} is what complaints call it. */
    public static Assignment read(String name, MemorySegment bytes) {
        Iden3File file = Iden3File.index(name, bytes, FileKind.WTNS);
        SectionReader header = file.section(HEADER, "header").reader();
        CurveId curve = Primes.readScalarField(name, header);
        long count = header.u32("the number of values");
        header.requireEnd();
        Section values = file.section(VALUES, "values").requireSize(count * Scalars.BYTES);
        return copy(curve, count, values);
    }

    private static Assignment copy(CurveId curve, long count, Section values) {
        PrimeField field = Curve.of(curve).fr();
        Assignment assignment = Assignment.allocate(curve, count);
        MemorySegment.copy(values.bytes(), 0, assignment.values(), 0, values.size());
        OptionalLong bad = Elementwise.of(field).firstNonCanonical(assignment.values(), count);
        if (bad.isPresent()) {
            long index = bad.getAsLong();
            String sentence = values.file() + ": value " + index + " at offset "
                    + (values.offset() + index * Scalars.BYTES) + " is " + assignment.value(index)
                    + ", expected a value below the field's prime " + field.modulus();
            assignment.close();
            throw new BadInputException(ReasonCode.INVALID_WITNESS, sentence);
        }
        return assignment;
    }

    /** Writes a witness file. */
    public static void write(Assignment assignment, Path path) throws IOException {
        PrimeField field = Curve.of(assignment.curve()).fr();
        long headerBytes = Integer.BYTES + Scalars.BYTES + Integer.BYTES;
        long valueBytes = assignment.size() * Scalars.BYTES;
        long size = Iden3Writer.FILE_HEADER + 2 * Iden3Writer.SECTION_HEADER + headerBytes + valueBytes;
        Iden3Writer.create(path, size, FileKind.WTNS, 2, writer -> {
            writer.section(HEADER, headerBytes);
            writer.u32(Scalars.BYTES);
            writer.integer(field.modulus(), Scalars.BYTES);
            writer.u32(assignment.size());
            writer.section(VALUES, valueBytes);
            writer.next(valueBytes).copyFrom(assignment.values().asSlice(0, valueBytes));
        });
    }
}
