package io.proofmill.gpu.bench;

import io.proofmill.gpu.msm.PointGroup;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.KeyConstants;
import io.proofmill.groth16.KeyShape;
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
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * A dense circuit of any size with a development key and a witness, so that whole proofs can be measured without a key file. A device makes the key's points where there is one, which
 * takes seconds where the processor takes minutes. The key is worthless for anything else: its secret was here.
 *
 * @param key the proving key, in host memory
 */
public record DenseTrial(ProvingKey key, VerifyingKey verifyingKey, Assignment assignment) implements AutoCloseable {
    /** Whose form of key. */
    public enum Style {
        /** All variables have points; the quotient's values at the odd roots of unity. */
        CIRCOM(Quotient.Form.ODD_ROOTS, 5),
        /** Points at infinity are left out; the quotient's coefficients. */
        BELLMAN(Quotient.Form.COEFFICIENTS, 7);

        private final Quotient.Form form;
        private final int generator;

        Style(Quotient.Form form, int generator) {
            this.form = form;
            this.generator = generator;
        }

        private BigInteger root() {
            return BigInteger.valueOf(generator);
        }
    }

    /** Makes circuit, key and witness for a domain of 2^log. */
    @SuppressWarnings("MustBeClosedChecker") // closed with the key by close()
    public static DenseTrial make(CurveId curve, int log, Style style, PointMaker maker) {
        DenseCircuit circuit = new DenseCircuit(curve, log);
        ToxicWaste waste = ToxicWaste.random(curve, new SecureRandom());
        Arena memory = Arena.ofShared();
        try (Arena scratch = Arena.ofShared()) {
            SetupScalars scalars = SetupScalars.evaluate(
                    circuit.shape(), style.root(), style.form, circuit, waste, scratch, Work.UNATTENDED);
            ProvingKey key = new KeyMaker(circuit.shape(), style, maker, memory, scratch).key(circuit, waste, scalars);
            return new DenseTrial(key, verifyingKey(circuit.shape(), waste, scalars), circuit.assignment(3));
        }
    }

    /** Makes multiples of a group's generator: packed points in memory of the arena, for canonical scalars. */
    @FunctionalInterface
    public interface PointMaker {
        MemorySegment multiply(PointGroup group, MemorySegment scalars, long count, Arena arena);
    }

    /** Puts a key together. */
    private record KeyMaker(KeyShape shape, Style style, PointMaker maker, Arena memory, Arena scratch) {
        ProvingKey key(DenseCircuit circuit, ToxicWaste waste, SetupScalars scalars) {
            PointGroup g1 = PointGroup.g1(shape.curve());
            PointGroup g2 = PointGroup.g2(shape.curve());
            long firstPrivate = shape.publicInputs() + 1L;
            Query.Range secret = new Query.Range(firstPrivate, shape.variables() - firstPrivate);
            MemorySegment l = scalars.l().asSlice(firstPrivate * Scalars.BYTES);
            long quotientPoints = style == Style.CIRCOM ? shape.domain() : shape.domain() - 1;
            return new ProvingKey(
                    shape,
                    constants(shape.curve(), waste),
                    query(g1, scalars.a()),
                    query(g1, scalars.b()),
                    query(g2, scalars.b()),
                    new Query(points(g1, l, secret.count()), secret),
                    new Quotient(style.form, style.root(), points(g1, scalars.h(), quotientPoints)),
                    circuit.matrices(),
                    memory);
        }

        private Query query(PointGroup group, MemorySegment scalars) {
            long variables = shape.variables();
            if (style == Style.CIRCOM) {
                return new Query(points(group, scalars, variables), new Query.Range(0, variables));
            }
            long[] bits = new long[Math.toIntExact(Math.ceilDiv(variables, Long.SIZE))];
            MemorySegment present = scratch.allocate(variables * Scalars.BYTES, Scalars.BYTES);
            long next = 0;
            for (long i = 0; i < variables; i++) {
                MemorySegment scalar = scalars.asSlice(i * Scalars.BYTES, Scalars.BYTES);
                if (Scalars.read(scalar, 0).signum() != 0) {
                    bits[(int) (i / Long.SIZE)] |= 1L << i;
                    MemorySegment.copy(scalar, 0, present, next * Scalars.BYTES, Scalars.BYTES);
                    next++;
                }
            }
            Query.Dense selection = new Query.Dense(new Density(bits, variables));
            return new Query(points(group, present, next), selection);
        }

        private PointList points(PointGroup group, MemorySegment scalars, long count) {
            return PointList.packed(group.group(), maker.multiply(group, scalars, count, memory), count);
        }
    }

    private static KeyConstants constants(CurveId id, ToxicWaste waste) {
        Group g1 = Curve.of(id).g1();
        Group g2 = Curve.of(id).g2();
        return new KeyConstants(
                g1.generator().times(waste.alpha()),
                g1.generator().times(waste.beta()),
                g2.generator().times(waste.beta()),
                g1.generator().times(waste.delta()),
                g2.generator().times(waste.delta()));
    }

    private static VerifyingKey verifyingKey(KeyShape shape, ToxicWaste waste, SetupScalars scalars) {
        Group g1 = Curve.of(shape.curve()).g1();
        Group g2 = Curve.of(shape.curve()).g2();
        List<Point> ic = new ArrayList<>();
        for (int i = 0; i <= shape.publicInputs(); i++) {
            ic.add(g1.generator().times(scalars.l(), (long) i * Scalars.BYTES));
        }
        return new VerifyingKey(
                shape.curve(),
                g1.generator().times(waste.alpha()),
                g2.generator().times(waste.beta()),
                g2.generator().times(waste.gamma()),
                g2.generator().times(waste.delta()),
                ic);
    }

    @Override
    public void close() {
        key.close();
        assignment.close();
    }
}
