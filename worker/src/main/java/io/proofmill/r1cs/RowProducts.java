package io.proofmill.r1cs;

import io.proofmill.math.Curve;
import io.proofmill.math.Parallel;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Work;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The products of a circuit's matrices with an assignment, template instance by template instance on all threads. The matrices are never laid out.
 *
 * <p>Zeros and ones, which most values are, cost no multiplication; a coefficient held as {@code v R^2} times a canonical value is in Montgomery form already. Thread-safe.
 */
public final class RowProducts {
    private static final int BYTES = 32;
    private static final int WORDS = 4;
    private static final long PIECE_ROWS = 1 << 14;

    private final Circuit circuit;
    private final PrimeField field;
    private final long[] montgomery;
    private final long[] doubleMontgomery;
    private final int[] pieces;

    public RowProducts(Circuit circuit) {
        this.circuit = circuit;
        this.field = Curve.of(circuit.curve()).fr();
        int count = circuit.coefficients().length;
        this.montgomery = new long[WORDS * count];
        this.doubleMontgomery = new long[WORDS * count];
        for (int i = 0; i < count; i++) {
            field.fromBigInteger(circuit.coefficients()[i], montgomery, WORDS * i);
            field.toMontgomery(montgomery, WORDS * i, doubleMontgomery, WORDS * i);
        }
        this.pieces = circuit.instances().pieces(PIECE_ROWS);
    }

    /**
     * Writes A w and B w.
     *
     * @param w the full assignment, canonical
     * @param a room for an element of 32 bytes for each row; receives Montgomery form
     * @param b as {@code a}
     */
    public void multiply(MemorySegment w, MemorySegment a, MemorySegment b, Work work) {
        Parallel.forRanges(pieces.length - 1L, 1, work, (from, to) -> {
            RowSum sum = new RowSum(w);
            for (int i = pieces[(int) from]; i < pieces[(int) to]; i++) {
                products(sum, i, a, b);
            }
        });
    }

    /** The lowest row that does not hold for the assignment, or nothing when all hold. */
    public OptionalLong firstUnsatisfied(MemorySegment w, Work work) {
        AtomicLong first = new AtomicLong(Long.MAX_VALUE);
        Parallel.forRanges(pieces.length - 1L, 1, work, (from, to) -> {
            RowSum sum = new RowSum(w);
            for (int i = pieces[(int) from]; i < pieces[(int) to]; i++) {
                long failure = firstUnsatisfied(sum, i);
                first.accumulateAndGet(failure, Math::min);
            }
        });
        return first.get() == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(first.get());
    }

    private void products(RowSum sum, int instance, MemorySegment a, MemorySegment b) {
        Template template = circuit.template(instance);
        long offset = (long) circuit.instances().firstRow(instance) * BYTES;
        for (int row = 0; row < template.rows(); row++) {
            sum.compute(template, instance, 3 * row);
            field.write(sum.t, 0, a, offset);
            sum.compute(template, instance, 3 * row + 1);
            field.write(sum.t, 0, b, offset);
            offset += BYTES;
        }
    }

    private long firstUnsatisfied(RowSum sum, int instance) {
        Template template = circuit.template(instance);
        long[] product = new long[WORDS];
        for (int row = 0; row < template.rows(); row++) {
            sum.compute(template, instance, 3 * row);
            System.arraycopy(sum.t, 0, product, 0, WORDS);
            sum.compute(template, instance, 3 * row + 1);
            field.mul(product, 0, sum.t, 0, product, 0);
            sum.compute(template, instance, 3 * row + 2);
            if (!Arrays.equals(product, 0, WORDS, sum.t, 0, WORDS)) {
                return (long) circuit.instances().firstRow(instance) + row;
            }
        }
        return Long.MAX_VALUE;
    }

    /** The working memory of one thread: the sum, what awaits conversion, a value. */
    private final class RowSum {
        private static final int PLAIN = WORDS;
        private static final int VALUE = 2 * WORDS;

        private final MemorySegment w;
        private final long[] t = new long[3 * WORDS];

        RowSum(MemorySegment w) {
            this.w = w;
        }

        /** Leaves the combination's value in Montgomery form at the start of {@code t}. */
        void compute(Template template, int instance, int combination) {
            Arrays.fill(t, 0, VALUE, 0);
            int end = template.ends[combination];
            for (int term = template.start(combination); term < end; term++) {
                int variable = circuit.instances().resolve(instance, template.variables[term]);
                long index = variable >= 0 ? (long) circuit.inputs() + variable : -1L - variable;
                field.read(w, index * BYTES, t, VALUE);
                accumulate(template.coefficients[term]);
            }
            if (!field.isZero(t, PLAIN)) {
                field.toMontgomery(t, PLAIN, t, PLAIN);
                field.add(t, 0, t, PLAIN, t, 0);
            }
        }

        private void accumulate(int coefficient) {
            boolean small = (t[VALUE + 1] | t[VALUE + 2] | t[VALUE + 3]) == 0;
            if (small && t[VALUE] == 0) {
                return;
            }
            if (small && t[VALUE] == 1) {
                field.add(t, 0, montgomery, coefficient * WORDS, t, 0);
            } else if (coefficient == CoefficientTable.ONE) {
                field.add(t, PLAIN, t, VALUE, t, PLAIN);
            } else if (coefficient == CoefficientTable.MINUS_ONE) {
                field.sub(t, PLAIN, t, VALUE, t, PLAIN);
            } else {
                field.mul(t, VALUE, doubleMontgomery, coefficient * WORDS, t, VALUE);
                field.add(t, 0, t, VALUE, t, 0);
            }
        }
    }
}
