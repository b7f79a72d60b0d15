package io.proofmill.circom;

import io.proofmill.groth16.ConstraintRows;
import io.proofmill.groth16.GeneratorMultiples;
import io.proofmill.groth16.KeyShape;
import io.proofmill.groth16.Quotient;
import io.proofmill.groth16.SetupScalars;
import io.proofmill.groth16.ToxicWaste;
import io.proofmill.math.BadInputException;
import io.proofmill.math.Curve;
import io.proofmill.math.Group;
import io.proofmill.math.PrimeField;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.file.Path;

/**
 * A set-up by one party who knows the secrets: it writes a .zkey laid out as {@code snarkjs groth16 setup} does, but for the circuit hash. For development
 * only.
 */
public final class ZkeySetup {
    private static final int SECTIONS = 10;
    private static final long HASH_BYTES = 64;

    private final R1cs r1cs;
    private final ToxicWaste waste;
    private final Curve curve;
    private final PrimeField field;
    private final KeyShape shape;
    private final GeneratorMultiples multiples;

    /** @param multiples who makes the key's points */
    public ZkeySetup(R1cs r1cs, ToxicWaste waste, GeneratorMultiples multiples) {
        this.r1cs = r1cs;
        this.waste = waste;
        this.multiples = multiples;
        this.curve = Curve.of(r1cs.curve());
        this.field = curve.fr();
        this.shape = shapeOf(r1cs);
    }

    /** The shape of the key that a set-up of this system gives. */
    static KeyShape shapeOf(R1cs r1cs) {
        long publicInputs = r1cs.publicOutputs() + r1cs.publicInputs();
        long rows = r1cs.constraintCount() + publicInputs + 1;
        int log = Math.max(1, Long.SIZE - Long.numberOfLeadingZeros(rows - 1));
        int most = Curve.of(r1cs.curve()).fr().twoAdicity();
        if (log > most) {
            throw new BadInputException(
                    ReasonCode.TOO_LARGE,
                    "the circuit has " + rows + " rows, its field has domains of at most 2^" + most);
        }
        return new KeyShape(r1cs.curve(), r1cs.wires(), (int) publicInputs, log);
    }

    /**
     * Writes the key.
     *
     * @throws BadInputException MALFORMED_FILE when the constraint system is
     */
    public void write(Path zkey, Work work) throws IOException {
        long coefficients = countCoefficients();
        try (Arena arena = Arena.ofShared()) {
            SetupScalars scalars = SetupScalars.evaluate(
                    shape, Zkey.ROOT_GENERATOR, Quotient.Form.ODD_ROOTS, new Rows(r1cs, shape), waste, arena, work);
            Iden3Writer.create(
                    zkey,
                    fileSize(coefficients),
                    FileKind.ZKEY,
                    SECTIONS,
                    writer -> writeSections(writer, scalars, coefficients, work));
        }
    }

    private void writeSections(Iden3Writer writer, SetupScalars scalars, long coefficients, Work work) {
        writer.section(Zkey.PROTOCOL, Integer.BYTES);
        writer.u32(Zkey.GROTH16);
        writeHeader(writer);
        long first = shape.publicInputs() + 1L;
        long variables = shape.variables();
        writePoints(writer, Zkey.IC, curve.g1(), scalars.l(), first, work);
        writeCoefficients(writer, coefficients);
        writePoints(writer, Zkey.H, curve.g1(), scalars.h(), shape.domain(), work);
        MemorySegment privateL = scalars.l().asSlice(first * Scalars.BYTES);
        writePoints(writer, Zkey.C, curve.g1(), privateL, variables - first, work);
        writePoints(writer, Zkey.A, curve.g1(), scalars.a(), variables, work);
        writePoints(writer, Zkey.B1, curve.g1(), scalars.b(), variables, work);
        writePoints(writer, Zkey.B2, curve.g2(), scalars.b(), variables, work);
        writer.section(Zkey.CONTRIBUTIONS, HASH_BYTES + Integer.BYTES);
        writer.next(HASH_BYTES);
        writer.u32(0);
    }

    private void writeHeader(Iden3Writer writer) {
        int baseBytes = curve.fq().bytes();
        writer.section(Zkey.HEADER, headerBytes());
        writer.u32(baseBytes);
        writer.integer(curve.fq().modulus(), baseBytes);
        writer.u32(Scalars.BYTES);
        writer.integer(field.modulus(), Scalars.BYTES);
        writer.u32(shape.variables());
        writer.u32(shape.publicInputs());
        writer.u32(shape.domain());
        writeMultiple(writer, curve.g1(), waste.alpha());
        writeMultiple(writer, curve.g1(), waste.beta());
        writeMultiple(writer, curve.g2(), waste.beta());
        writeMultiple(writer, curve.g2(), waste.gamma());
        writeMultiple(writer, curve.g1(), waste.delta());
        writeMultiple(writer, curve.g2(), waste.delta());
    }

    private static void writeMultiple(Iden3Writer writer, Group group, BigInteger scalar) {
        group.generator().times(scalar).write(writer.next(group.pointBytes()), 0);
    }

    private void writePoints(
            Iden3Writer writer, int section, Group group, MemorySegment scalars, long count, Work work) {
        writer.section(section, count * group.pointBytes());
        multiples.multiply(group, scalars, writer.next(count * group.pointBytes()), count, work);
    }

    /** A and B of every constraint, then a row for the constant and each public input. */
    private void writeCoefficients(Iden3Writer writer, long count) {
        writer.section(Zkey.COEFFICIENTS, Integer.BYTES + count * CoefficientReader.ENTRY_BYTES);
        writer.u32(count);
        long[] value = field.newElement();
        ConstraintCursor cursor = r1cs.constraints();
        while (cursor.next()) {
            for (ConstraintRows.Side side : ConstraintRows.Side.values()) {
                while (cursor.nextTerm()) {
                    if (side != ConstraintRows.Side.C) {
                        cursor.coefficient(value, 0);
                        field.toMontgomery(value, 0, value, 0);
                        writeCoefficient(
                                writer, side == ConstraintRows.Side.A ? 0 : 1, cursor.index(), cursor.wire(), value);
                    }
                }
            }
        }
        for (int input = 0; input <= shape.publicInputs(); input++) {
            field.setOne(value, 0);
            writeCoefficient(writer, 0, r1cs.constraintCount() + input, input, value);
        }
    }

    private void writeCoefficient(Iden3Writer writer, int matrix, long row, long variable, long[] value) {
        writer.u32(matrix);
        writer.u32(row);
        writer.u32(variable);
        field.toMontgomery(value, 0, value, 0);
        field.write(value, 0, writer.next(Scalars.BYTES), 0);
    }

    private long countCoefficients() {
        long count = shape.publicInputs() + 1L;
        ConstraintCursor cursor = r1cs.constraints();
        while (cursor.next()) {
            for (ConstraintRows.Side side : ConstraintRows.Side.values()) {
                while (cursor.nextTerm()) {
                    count += side == ConstraintRows.Side.C ? 0 : 1;
                }
            }
        }
        return count;
    }

    private long headerBytes() {
        return Integer.BYTES
                + curve.fq().bytes()
                + Integer.BYTES
                + Scalars.BYTES
                + 3L * Integer.BYTES
                + 3L * curve.g1().pointBytes()
                + 3L * curve.g2().pointBytes();
    }

    private long fileSize(long coefficients) {
        long g1Points = 3 * shape.variables() + shape.domain();
        return Iden3Writer.FILE_HEADER
                + SECTIONS * Iden3Writer.SECTION_HEADER
                + Integer.BYTES
                + headerBytes()
                + Integer.BYTES
                + coefficients * CoefficientReader.ENTRY_BYTES
                + g1Points * curve.g1().pointBytes()
                + shape.variables() * curve.g2().pointBytes()
                + HASH_BYTES
                + Integer.BYTES;
    }

    /** The file's constraints and the input rows that snarkjs appends. */
    private record Rows(R1cs r1cs, KeyShape shape) implements ConstraintRows {
        private static final long CHECKPOINT_MASK = 0xFFF;

        @Override
        public void forEachTerm(TermConsumer consumer, Work work) {
            PrimeField field = Curve.of(shape.curve()).fr();
            long[] value = field.newElement();
            ConstraintCursor cursor = r1cs.constraints();
            while (cursor.next()) {
                if ((cursor.index() & CHECKPOINT_MASK) == 0) {
                    work.checkpoint();
                }
                for (Side side : Side.values()) {
                    while (cursor.nextTerm()) {
                        cursor.coefficient(value, 0);
                        field.toMontgomery(value, 0, value, 0);
                        consumer.accept(side, cursor.index(), cursor.wire(), value);
                    }
                }
            }
            field.setOne(value, 0);
            for (int input = 0; input <= shape.publicInputs(); input++) {
                consumer.accept(Side.A, r1cs.constraintCount() + input, input, value);
            }
        }
    }
}
