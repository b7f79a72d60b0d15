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
    private static final BigInteger GENERATOR = BigInteger.valueOf(5);

    /** Makes circuit, key and witness for a domain of 2^log. */
    @SuppressWarnings("MustBeClosedChecker") // closed with the key by close()
    public static DenseTrial make(CurveId curve, int log, PointMaker maker) {
        DenseCircuit circuit = new DenseCircuit(curve, log);
        ToxicWaste waste = ToxicWaste.random(curve, new SecureRandom());
        Arena memory = Arena.ofShared();
        try (Arena scratch = Arena.ofShared()) {
            SetupScalars scalars = SetupScalars.evaluate(
                    circuit.shape(), GENERATOR, Quotient.Form.ODD_ROOTS, circuit, waste, scratch, Work.UNATTENDED);
            ProvingKey key = provingKey(circuit, waste, scalars, maker, memory);
            return new DenseTrial(key, verifyingKey(circuit.shape(), waste, scalars), circuit.assignment(3));
        }
    }

    /** Makes multiples of a group's generator: packed points in memory of the arena, for canonical scalars. */
    @FunctionalInterface
    public interface PointMaker {
        MemorySegment multiply(PointGroup group, MemorySegment scalars, long count, Arena arena);
    }

    private static ProvingKey provingKey(
            DenseCircuit circuit, ToxicWaste waste, SetupScalars scalars, PointMaker maker, Arena memory) {
        KeyShape shape = circuit.shape();
        PointGroup g1 = PointGroup.g1(shape.curve());
        PointGroup g2 = PointGroup.g2(shape.curve());
        long variables = shape.variables();
        long firstPrivate = shape.publicInputs() + 1L;
        Query.Range all = new Query.Range(0, variables);
        Query.Range secret = new Query.Range(firstPrivate, variables - firstPrivate);
        MemorySegment l = scalars.l().asSlice(firstPrivate * Scalars.BYTES);
        return new ProvingKey(
                shape,
                constants(shape.curve(), waste),
                new Query(points(g1, scalars.a(), variables, maker, memory), all),
                new Query(points(g1, scalars.b(), variables, maker, memory), all),
                new Query(points(g2, scalars.b(), variables, maker, memory), all),
                new Query(points(g1, l, secret.count(), maker, memory), secret),
                new Quotient(
                        Quotient.Form.ODD_ROOTS, GENERATOR, points(g1, scalars.h(), shape.domain(), maker, memory)),
                circuit.matrices(),
                memory);
    }

    private static PointList points(
            PointGroup group, MemorySegment scalars, long count, PointMaker maker, Arena memory) {
        return PointList.packed(group.group(), maker.multiply(group, scalars, count, memory), count);
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
