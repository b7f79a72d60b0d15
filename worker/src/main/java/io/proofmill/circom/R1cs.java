package io.proofmill.circom;

import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.ConstraintCheck;
import io.proofmill.groth16.InputFile;
import io.proofmill.math.BadInputException;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.PrimeField;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The .r1cs format, version 1: a constraint system as circom's compiler writes it. Each constraint is three linear combinations with canonical coefficients and
 * asks that A w times B w be C w. Wire 0 is the constant 1, then come outputs, public inputs, private inputs and the rest.
 */
public final class R1cs implements ConstraintCheck, AutoCloseable {
    private static final int HEADER = 1;
    private static final int CONSTRAINTS = 2;
    private static final int LABELS = 3;
    private static final long CHECKPOINT_MASK = 0xFFF;

    private final Arena arena;
    private final String name;
    private final CurveId curve;
    private final long wires;
    private final long publicOutputs;
    private final long publicInputs;
    private final long privateInputs;
    private final long constraintCount;
    private final Section constraints;

    private R1cs(Arena arena, String name, MemorySegment bytes) {
        this.arena = arena;
        this.name = name;
        Iden3File file = Iden3File.index(name, bytes, FileKind.R1CS);
        SectionReader header = file.section(HEADER, "header").reader();
        this.curve = Primes.readScalarField(name, header);
        this.wires = header.u32("the number of wires");
        this.publicOutputs = header.u32("the number of public outputs");
        this.publicInputs = header.u32("the number of public inputs");
        this.privateInputs = header.u32("the number of private inputs");
        header.u64("the number of labels");
        this.constraintCount = header.u32("the number of constraints");
        header.requireEnd();
        this.constraints = file.section(CONSTRAINTS, "constraints");
        requirePlausible(file);
    }

    private void requirePlausible(Iden3File file) {
        if (1 + publicOutputs + publicInputs + privateInputs > wires) {
            throw file.malformed("says it has " + wires + " wires, fewer than the constant and its " + publicOutputs
                    + " outputs, " + publicInputs + " public and " + privateInputs + " private inputs");
        }
        if (file.has(LABELS)) {
            // The one section that grows with the wires: a number of them that it does not bear out is not believed.
            file.section(LABELS, "labels of the wires").requireSize(wires * Long.BYTES);
        }
        if (constraintCount > constraints.size() / (3L * Integer.BYTES)) {
            throw constraints.malformed("at offset " + constraints.offset() + " should hold " + constraintCount
                    + " constraints, found " + constraints.size() + " bytes");
        }
    }

    /** Maps a file; it stays mapped until this is closed. */
    @SuppressWarnings("MustBeClosedChecker") // closed by close()
    public static R1cs open(Path path) throws IOException {
        InputFile file = new InputFile(path);
        Arena arena = Arena.ofShared();
        try {
            return new R1cs(arena, file.name(), file.map(arena));
        } catch (RuntimeException | Error | IOException failure) {
            arena.close();
            throw failure;
        }
    }

    /** Reads from memory that outlives this object; {@code name} is what complaints call it. */
    @SuppressWarnings("MustBeClosedChecker") // closed by close()
    public static R1cs of(String name, MemorySegment bytes) {
        return new R1cs(Arena.ofShared(), name, bytes);
    }

    public CurveId curve() {
        return curve;
    }

    /** Length of a witness, the constant 1 included. */
    public long wires() {
        return wires;
    }

    public long publicOutputs() {
        return publicOutputs;
    }

    public long publicInputs() {
        return publicInputs;
    }

    public long privateInputs() {
        return privateInputs;
    }

    public long constraintCount() {
        return constraintCount;
    }

    /** The constraints from the first on. */
    ConstraintCursor constraints() {
        return new ConstraintCursor(constraints, Curve.of(curve).fr(), wires, constraintCount);
    }

    @Override
    public OptionalLong firstUnsatisfied(Assignment assignment, Work work) {
        requireFit(assignment);
        PrimeField field = Curve.of(curve).fr();
        ConstraintCursor cursor = constraints();
        LinearSum sum = new LinearSum(field, assignment.values());
        while (cursor.next()) {
            if ((cursor.index() & CHECKPOINT_MASK) == 0) {
                work.checkpoint();
            }
            if (!sum.satisfies(cursor)) {
                return OptionalLong.of(cursor.index());
            }
        }
        return OptionalLong.empty();
    }

    private void requireFit(Assignment assignment) {
        if (assignment.curve() != curve) {
            throw new BadInputException(
                    ReasonCode.CURVE_MISMATCH,
                    "the witness is over " + assignment.curve().circomName() + ", " + name + " over "
                            + curve.circomName());
        }
        if (assignment.size() != wires) {
            throw new BadInputException(
                    ReasonCode.INVALID_WITNESS,
                    "the witness has " + assignment.size() + " values, " + name + " has " + wires + " wires");
        }
    }

    @Override
    public void close() {
        arena.close();
    }

    /** The working memory of a satisfaction check. */
    private static final class LinearSum {
        private final PrimeField field;
        private final MemorySegment witness;
        private final int n;
        private final long[] t;

        LinearSum(PrimeField field, MemorySegment witness) {
            this.field = field;
            this.witness = witness;
            this.n = field.limbs();
            this.t = new long[5 * n];
        }

        boolean satisfies(ConstraintCursor cursor) {
            for (int side = 0; side < 3; side++) {
                sum(cursor, side * n);
            }
            field.mul(t, 0, t, n, t, 0);
            return field.isEqual(t, 0, t, 2 * n);
        }

        /** One linear combination: Montgomery times canonical is canonical, and only the sum is converted. */
        private void sum(ConstraintCursor cursor, int at) {
            Arrays.fill(t, at, at + n, 0);
            while (cursor.nextTerm()) {
                cursor.coefficient(t, 3 * n);
                field.toMontgomery(t, 3 * n, t, 3 * n);
                field.read(witness, cursor.wire() * Scalars.BYTES, t, 4 * n);
                field.mul(t, 3 * n, t, 4 * n, t, 3 * n);
                field.add(t, at, t, 3 * n, t, at);
            }
            field.toMontgomery(t, at, t, at);
        }
    }
}
