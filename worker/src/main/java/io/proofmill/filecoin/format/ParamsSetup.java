package io.proofmill.filecoin.format;

import io.proofmill.groth16.ConstraintRows;
import io.proofmill.groth16.GeneratorMultiples;
import io.proofmill.groth16.KeyConstants;
import io.proofmill.groth16.KeyShape;
import io.proofmill.groth16.Quotient;
import io.proofmill.groth16.SetupScalars;
import io.proofmill.groth16.ToxicWaste;
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
import io.proofmill.r1cs.Densities;
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

    /** Writes both files. Memory: five vectors of the circuit's size. */
    public void write(Path params, Path verifyingKey, Work work) throws IOException {
        try (Arena arena = Arena.ofShared();
                OutputStream out = new BufferedOutputStream(Files.newOutputStream(params))) {
            SetupScalars scalars = SetupScalars.evaluate(
                    shape, ParamsFile.GENERATOR, Quotient.Form.COEFFICIENTS, new Rows(circuit), waste, arena, work);
            byte[] head = head(scalars).bytes();
            Files.write(verifyingKey, head);
            out.write(head);
            long inputs = circuit.inputs();
            Density a = Densities.withAllInputs(circuit, Side.A);
            Density b = Densities.of(circuit, Side.B);
            points(out, CURVE.g1(), scalars.h(), shape.domain() - 1, work);
            points(out, CURVE.g1(), scalars.l().asSlice(inputs * Scalars.BYTES), circuit.auxiliaries(), work);
            points(out, CURVE.g1(), selected(scalars.a(), a, arena), a.count(), work);
            MemorySegment selectedB = selected(scalars.b(), b, arena);
            points(out, CURVE.g1(), selectedB, b.count(), work);
            points(out, CURVE.g2(), selectedB, b.count(), work);
        }
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

    private static MemorySegment selected(MemorySegment scalars, Density density, Arena arena) {
        MemorySegment out = arena.allocate(density.count() * Scalars.BYTES, Scalars.BYTES);
        long next = 0;
        for (long i = 0; i < density.length(); i++) {
            if (density.contains(i)) {
                MemorySegment.copy(scalars, i * Scalars.BYTES, out, next++ * Scalars.BYTES, Scalars.BYTES);
            }
        }
        return out;
    }

    private void points(OutputStream out, Group group, MemorySegment scalars, long count, Work work)
            throws IOException {
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
    private record Rows(Circuit circuit) implements ConstraintRows {
        @Override
        public void forEachTerm(TermConsumer consumer, Work work) {
            CircuitTerms.forEach(
                    circuit,
                    (side, row, variable, coefficient) -> consumer.accept(
                            switch (side) {
                                case A -> ConstraintRows.Side.A;
                                case B -> ConstraintRows.Side.B;
                                case C -> ConstraintRows.Side.C;
                            },
                            row,
                            variable,
                            coefficient),
                    work);
            PrimeField field = CURVE.fr();
            long[] one = field.newElement();
            field.setOne(one, 0);
            for (int input = 0; input < circuit.inputs(); input++) {
                consumer.accept(ConstraintRows.Side.A, circuit.rows() + input, input, one);
            }
        }
    }
}
