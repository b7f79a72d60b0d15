package io.proofmill.filecoin.format;

import io.proofmill.groth16.ConstraintRows;
import io.proofmill.groth16.GeneratorMultiples;
import io.proofmill.groth16.KeyConstants;
import io.proofmill.groth16.KeyShape;
import io.proofmill.groth16.OutputFile;
import io.proofmill.groth16.PointList;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.Query;
import io.proofmill.groth16.Quotient;
import io.proofmill.groth16.SetupScalars;
import io.proofmill.groth16.ToxicWaste;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.Density;
import io.proofmill.math.Group;
import io.proofmill.math.Point;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.CircuitTerms;
import io.proofmill.r1cs.Side;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A set-up by one party who knows the secrets: {@code .params} and {@code .vk} that bellperson loads. For development only. */
public final class ParamsSetup {
    private static final Curve CURVE = Curve.of(CurveId.BLS12_381);
    private static final long CHUNK = 1 << 18;
    private static final int PARTS_A_THREAD = 4;

    private final Circuit circuit;
    private final ToxicWaste waste;
    private final KeyShape shape;
    private final GeneratorMultiples multiples;

    /** @param multiples who makes the key's points */
    public ParamsSetup(Circuit circuit, ToxicWaste waste, GeneratorMultiples multiples) {
        this.multiples = multiples;
        this.circuit = circuit;
        this.waste = waste;
        this.shape = ParamsFile.shape(circuit);
    }

    /**
     * Makes the key in memory, for one who needs no file: at 32 GiB it has 44 GiB of points.
     *
     * @param memory holds the points; closed with the key
     * @param scratch holds five vectors of the circuit's size until the key is made
     */
    public MadeKey make(Arena memory, Arena scratch, Work work) {
        Queries queries = evaluate(scratch, work);
        ProvingKey key = ParamsFile.key(
                circuit,
                queries.head.constants(),
                queries.selections,
                new ParamsFile.Points(
                        packed(CURVE.g1(), queries.h, memory, work),
                        packed(CURVE.g1(), queries.l, memory, work),
                        packed(CURVE.g1(), queries.a, memory, work),
                        packed(CURVE.g1(), queries.b, memory, work),
                        packed(CURVE.g2(), queries.b, memory, work)),
                memory);
        return new MadeKey(key, queries.head.verifyingKey());
    }

    /** A key pair that lies in memory. */
    public record MadeKey(ProvingKey proving, VerifyingKey verifying) {
        /** Bytes of its points. */
        public long pointBytes() {
            return bytes(proving.a())
                    + bytes(proving.b1())
                    + bytes(proving.l())
                    + proving.quotient().points().size() * CURVE.g1().pointBytes()
                    + proving.b2().points().size() * CURVE.g2().pointBytes();
        }

        private static long bytes(Query query) {
            return query.points().size() * CURVE.g1().pointBytes();
        }
    }

    /** Writes both files, whole or not at all. Memory: five vectors of the circuit's size. */
    public void write(Path params, Path verifyingKey, Work work) throws IOException {
        try (Arena arena = Arena.ofShared();
                OutputFile paramsFile = OutputFile.at(params);
                OutputFile verifyingKeyFile = OutputFile.at(verifyingKey)) {
            Queries queries = evaluate(arena, work);
            paramsFile.requireRoom(queries.pointBytes());
            Files.write(verifyingKeyFile.draft(), queries.head.bytes());
            write(queries, paramsFile.draft(), work);
            paramsFile.publish();
            verifyingKeyFile.publish();
        }
    }

    private void write(Queries queries, Path params, Work work) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(params))) {
            out.write(queries.head.bytes());
            points(out, CURVE.g1(), queries.h, work);
            points(out, CURVE.g1(), queries.l, work);
            points(out, CURVE.g1(), queries.a, work);
            points(out, CURVE.g1(), queries.b, work);
            points(out, CURVE.g2(), queries.b, work);
        }
    }

    /** The verifying key, and the discrete logarithms of the points of each query, without those of points at infinity. */
    private record Queries(
            BellmanVerifyingKey head,
            ParamsFile.Selections selections,
            MemorySegment h,
            MemorySegment l,
            MemorySegment a,
            MemorySegment b) {
        /** Bytes of all points in a file. */
        long pointBytes() {
            long g1Scalars = h.byteSize() + l.byteSize() + a.byteSize() + b.byteSize();
            return g1Scalars / Scalars.BYTES * CURVE.g1().pointBytes()
                    + b.byteSize() / Scalars.BYTES * CURVE.g2().pointBytes();
        }
    }

    private Queries evaluate(Arena arena, Work work) {
        Rows rows = new Rows(circuit, new CircuitTerms(circuit, PARTS_A_THREAD * work.parallelism()));
        SetupScalars scalars = SetupScalars.evaluate(
                shape, ParamsFile.GENERATOR, Quotient.Form.COEFFICIENTS, rows, waste, arena, work);
        BellmanVerifyingKey head = head(scalars);
        ParamsFile.Selections selections = ParamsFile.Selections.of(circuit);
        return new Queries(
                head,
                selections,
                scalars.h().asSlice(0, (shape.domain() - 1) * Scalars.BYTES),
                scalars.l().asSlice((long) circuit.inputs() * Scalars.BYTES),
                moveToFront(scalars.a(), selections.a().density()),
                moveToFront(scalars.b(), selections.b().density()));
    }

    private BellmanVerifyingKey head(SetupScalars scalars) {
        Point one = CURVE.g1().generator();
        Point two = CURVE.g2().generator();
        List<Point> ic = new ArrayList<>();
        for (long i = 0; i < circuit.inputs(); i++) {
            ic.add(one.times(scalars.l(), i * Scalars.BYTES));
        }
        KeyConstants constants = new KeyConstants(
                one.times(waste.alpha()),
                one.times(waste.beta()),
                two.times(waste.beta()),
                one.times(waste.delta()),
                two.times(waste.delta()));
        return new BellmanVerifyingKey(constants, two.times(waste.gamma()), ic);
    }

    /** The scalars that have a point, without gaps, where all of them were. */
    private static MemorySegment moveToFront(MemorySegment scalars, Density density) {
        long next = 0;
        for (long i = 0; i < density.length(); i++) {
            if (density.contains(i)) {
                MemorySegment.copy(scalars, i * Scalars.BYTES, scalars, next++ * Scalars.BYTES, Scalars.BYTES);
            }
        }
        return scalars.asSlice(0, next * Scalars.BYTES);
    }

    private PointList packed(Group group, MemorySegment scalars, Arena memory, Work work) {
        long count = scalars.byteSize() / Scalars.BYTES;
        MemorySegment points = memory.allocate(count * group.pointBytes(), Scalars.BYTES);
        multiples.multiply(group, scalars, points, count, work);
        return PointList.packed(group, points, count);
    }

    private void points(OutputStream out, Group group, MemorySegment scalars, Work work) throws IOException {
        long count = scalars.byteSize() / Scalars.BYTES;
        out.write(KeyBytes.count((int) count));
        try (Arena arena = Arena.ofShared()) {
            MemorySegment packed = arena.allocate(CHUNK * group.pointBytes(), Long.BYTES);
            for (long first = 0; first < count; first += CHUNK) {
                long chunk = Math.min(CHUNK, count - first);
                multiples.multiply(
                        group, scalars.asSlice(first * Scalars.BYTES, chunk * Scalars.BYTES), packed, chunk, work);
                out.write(MappedPoints.uncompressed(packed, chunk, group));
            }
        }
    }

    /** The circuit's rows and the input rows. */
    private record Rows(Circuit circuit, CircuitTerms terms) implements ConstraintRows {
        @Override
        public void forEachTerm(TermConsumer consumer, Work work) {
            split(1).forEach(part -> part.forEachTerm(consumer, work));
        }

        /** As many parts as the terms were divided into. */
        @Override
        public List<ConstraintRows> split(int parts) {
            List<ConstraintRows> all = new ArrayList<>();
            for (int i = 0; i < terms.parts(); i++) {
                int part = i;
                all.add((consumer, work) -> terms.forEach(
                        part,
                        (side, row, variable, coefficient) -> consumer.accept(sideOf(side), row, variable, coefficient),
                        work));
            }
            all.add((consumer, work) -> inputRows(consumer));
            return all;
        }

        private void inputRows(TermConsumer consumer) {
            PrimeField field = CURVE.fr();
            long[] one = field.newElement();
            field.setOne(one, 0);
            for (int input = 0; input < circuit.inputs(); input++) {
                consumer.accept(Side.A, circuit.rows() + input, input, one);
            }
        }

        private static Side sideOf(io.proofmill.r1cs.Side side) {
            return switch (side) {
                case A -> Side.A;
                case B -> Side.B;
                case C -> Side.C;
            };
        }
    }
}
