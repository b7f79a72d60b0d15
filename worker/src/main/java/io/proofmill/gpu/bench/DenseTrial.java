package io.proofmill.gpu.bench;

import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.GeneratorMultiples;
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
import io.proofmill.math.LazyArena;
import io.proofmill.math.Point;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * A circuit of any size with a development key and a witness, so that whole proofs can be measured without a key file. A device makes the key's points where there is one, which
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

    /** Which circuit. */
    public enum Kind {
        /** x -> x^2 + x + i: every value of the witness is dense. */
        CHAIN,
        /** The sizes and the witness' mix of a part of a 32 GiB PoRep. */
        POREP;

        /** How the assignment's values are distributed. */
        public Mix mix() {
            return this == CHAIN ? Mix.UNIFORM : Mix.POREP;
        }

        private TrialCircuit circuit(CurveId curve, int log) {
            return this == CHAIN ? new ChainCircuit(curve, log) : new PorepCircuit(curve, log);
        }
    }

    /** Makes circuit, key and witness for a domain of 2^log. */
    @SuppressWarnings("MustBeClosedChecker") // closed with the key by close()
    public static DenseTrial make(CurveId curve, int log, Kind kind, Style style, GeneratorMultiples multiples) {
        TrialCircuit circuit = kind.circuit(curve, log);
        ToxicWaste waste = ToxicWaste.random(curve, new SecureRandom());
        Arena memory = new LazyArena();
        try (Arena scratch = new LazyArena()) {
            SetupScalars scalars = SetupScalars.evaluate(
                    circuit.shape(), style.root(), style.form, circuit, waste, scratch, Work.UNATTENDED);
            ProvingKey key =
                    new KeyMaker(circuit.shape(), style, multiples, memory, scratch).key(circuit, waste, scalars);
            return new DenseTrial(key, verifyingKey(circuit.shape(), waste, scalars), circuit.assignment());
        }
    }

    /** Puts a key together. */
    private record KeyMaker(KeyShape shape, Style style, GeneratorMultiples multiples, Arena memory, Arena scratch) {
        ProvingKey key(TrialCircuit circuit, ToxicWaste waste, SetupScalars scalars) {
            Group g1 = Curve.of(shape.curve()).g1();
            Group g2 = Curve.of(shape.curve()).g2();
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

        private Query query(Group group, MemorySegment scalars) {
            long variables = shape.variables();
            if (style == Style.CIRCOM) {
                return new Query(points(group, scalars, variables), new Query.Range(0, variables));
            }
            long[] bits = new long[Math.toIntExact(Math.ceilDiv(variables, Long.SIZE))];
            MemorySegment present = scratch.allocate(variables * Scalars.BYTES, Scalars.BYTES);
            long next = 0;
            for (long i = 0; i < variables; i++) {
                if (!isZero(scalars, i * Scalars.BYTES)) {
                    bits[(int) (i / Long.SIZE)] |= 1L << i;
                    MemorySegment.copy(scalars, i * Scalars.BYTES, present, next * Scalars.BYTES, Scalars.BYTES);
                    next++;
                }
            }
            Query.Dense selection = new Query.Dense(new Density(bits, variables));
            return new Query(points(group, present, next), selection);
        }

        private static boolean isZero(MemorySegment scalars, long offset) {
            long all = 0;
            for (int word = 0; word < Scalars.BYTES; word += Long.BYTES) {
                all |= scalars.get(ValueLayout.JAVA_LONG, offset + word);
            }
            return all == 0;
        }

        private PointList points(Group group, MemorySegment scalars, long count) {
            MemorySegment points = memory.allocate(count * group.pointBytes(), Scalars.BYTES);
            multiples.multiply(group, scalars, points, count, Work.UNATTENDED);
            return PointList.packed(group, points, count);
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

    /** Bytes of the key's points. */
    public long keyBytes() {
        int g1 = Curve.of(key.shape().curve()).g1().pointBytes();
        int g2 = Curve.of(key.shape().curve()).g2().pointBytes();
        long small = key.l().points().size()
                + key.a().points().size()
                + key.b1().points().size()
                + key.quotient().points().size();
        return small * g1 + key.b2().points().size() * g2;
    }

    @Override
    public void close() {
        key.close();
        assignment.close();
    }
}
