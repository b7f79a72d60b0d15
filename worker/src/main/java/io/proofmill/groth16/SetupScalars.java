package io.proofmill.groth16;

import io.proofmill.math.Curve;
import io.proofmill.math.Elementwise;
import io.proofmill.math.Parallel;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.List;

/**
 * The discrete logarithms of a key's points, when the secrets are known: canonical scalars to multiply the generators with. All vectors have a value for each
 * variable, but h.
 *
 * @param a A_i(tau)
 * @param b B_i(tau)
 * @param l (beta A_i + alpha B_i + C_i)(tau), over gamma for the constant and the public inputs (IC), over delta for the rest
 * @param h N scalars for {@link Quotient.Form#ODD_ROOTS}, N - 1 for {@link Quotient.Form#COEFFICIENTS}
 */
public record SetupScalars(MemorySegment a, MemorySegment b, MemorySegment l, MemorySegment h) {
    private static final int PARTS_A_THREAD = 4;
    private static final long PIECE = 1 << 14;

    /** Evaluates a constraint system at the secret point. Memory: five vectors of the circuit's size, in the arena. */
    public static SetupScalars evaluate(
            KeyShape shape,
            BigInteger generator,
            Quotient.Form form,
            ConstraintRows rows,
            ToxicWaste waste,
            Arena arena,
            Work work) {
        return new Evaluation(shape, generator, waste, arena, work).run(form, rows);
    }

    /** One evaluation's working state. */
    private static final class Evaluation {
        private final KeyShape shape;
        private final BigInteger generator;
        private final ToxicWaste waste;
        private final Arena arena;
        private final Work work;
        private final PrimeField field;
        private final BigInteger p;
        private final int n;
        private final MemorySegment a;
        private final MemorySegment b;
        private final MemorySegment c;
        private final MemorySegment basis;

        Evaluation(KeyShape shape, BigInteger generator, ToxicWaste waste, Arena arena, Work work) {
            this.shape = shape;
            this.generator = generator;
            this.waste = waste;
            this.arena = arena;
            this.work = work;
            this.field = Curve.of(shape.curve()).fr();
            this.p = field.modulus();
            this.n = field.limbs();
            this.a = vector(shape.variables());
            this.b = vector(shape.variables());
            this.c = vector(shape.variables());
            this.basis = vector(shape.domain());
        }

        SetupScalars run(Quotient.Form form, ConstraintRows rows) {
            LagrangeBasis lagrange = new LagrangeBasis(field, generator, shape.domainLog());
            lagrange.evaluate(waste.tau(), BigInteger.ONE, basis, work);
            accumulate(rows);
            combine();
            Elementwise.of(field).fromMontgomery(a, a, shape.variables(), work);
            Elementwise.of(field).fromMontgomery(b, b, shape.variables(), work);
            Elementwise.of(field).fromMontgomery(c, c, shape.variables(), work);
            switch (form) {
                case ODD_ROOTS -> oddRoots(lagrange);
                case COEFFICIENTS -> powers();
            }
            Elementwise.of(field).fromMontgomery(basis, basis, shape.domain(), work);
            return new SetupScalars(a, b, c, basis);
        }

        private void accumulate(ConstraintRows rows) {
            List<ConstraintRows> parts = rows.split(PARTS_A_THREAD * work.parallelism());
            VariableSums sums = new VariableSums(field, basis, a, b, c);
            Parallel.forRanges(parts.size(), 1, work, (from, to) -> sums.add(parts.get((int) from), work));
        }

        /** c becomes (beta a + alpha b + c) over gamma or delta. */
        private void combine() {
            long[] factors = new long[4 * n];
            field.fromBigInteger(waste.beta(), factors, 0);
            field.fromBigInteger(waste.alpha(), factors, n);
            field.fromBigInteger(waste.gamma().modInverse(p), factors, 2 * n);
            field.fromBigInteger(waste.delta().modInverse(p), factors, 3 * n);
            Parallel.forRanges(shape.variables(), PIECE, work, (from, to) -> {
                long[] t = new long[2 * n];
                for (long i = from; i < to; i++) {
                    combine(i, factors, t);
                }
            });
        }

        private void combine(long i, long[] factors, long[] t) {
            field.read(a, i * Scalars.BYTES, t, 0);
            field.mul(t, 0, factors, 0, t, 0);
            field.read(b, i * Scalars.BYTES, t, n);
            field.mul(t, n, factors, n, t, n);
            field.add(t, 0, t, n, t, 0);
            field.read(c, i * Scalars.BYTES, t, n);
            field.add(t, 0, t, n, t, 0);
            field.mul(t, 0, factors, (i <= shape.publicInputs() ? 2 : 3) * n, t, 0);
            field.write(t, 0, c, i * Scalars.BYTES);
        }

        /**
         * H_i = Z(tau) / (k^N - 1) L_i(tau / k) / delta, with k the coset's shift: the polynomial a b - c vanishes on the domain, so its values on the coset
         * give it.
         */
        private void oddRoots(LagrangeBasis lagrange) {
            BigInteger k = CpuProver.cosetShift(field, generator, shape.domainLog());
            BigInteger vanishingOnCoset =
                    k.modPow(BigInteger.valueOf(shape.domain()), p).subtract(BigInteger.ONE);
            BigInteger factor = vanishing()
                    .multiply(vanishingOnCoset.modInverse(p))
                    .multiply(waste.delta().modInverse(p))
                    .mod(p);
            lagrange.evaluate(waste.tau().multiply(k.modInverse(p)).mod(p), factor, basis, work);
        }

        /** H_i = tau^i Z(tau) / delta. */
        private void powers() {
            BigInteger first = vanishing().multiply(waste.delta().modInverse(p));
            Parallel.forRanges(shape.domain() - 1, PIECE, work, (from, to) -> {
                long[] t = new long[2 * n];
                field.fromBigInteger(
                        waste.tau()
                                .modPow(BigInteger.valueOf(from), p)
                                .multiply(first)
                                .mod(p),
                        t,
                        0);
                field.fromBigInteger(waste.tau(), t, n);
                for (long i = from; i < to; i++) {
                    field.write(t, 0, basis, i * Scalars.BYTES);
                    field.mul(t, 0, t, n, t, 0);
                }
            });
        }

        private BigInteger vanishing() {
            return waste.tau().modPow(BigInteger.valueOf(shape.domain()), p).subtract(BigInteger.ONE);
        }

        private MemorySegment vector(long count) {
            return arena.allocate(count * Scalars.BYTES, Scalars.BYTES);
        }
    }
}
