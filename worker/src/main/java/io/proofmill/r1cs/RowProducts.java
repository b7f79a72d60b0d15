package io.proofmill.r1cs;

import io.proofmill.math.Curve;
import io.proofmill.math.Parallel;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Work;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The products of a circuit's matrices with an assignment, row by row from the templates on all threads. The matrices are never laid out.
 *
 * <p>Most values are bits and most coefficients small: such terms are summed up in one machine word from a byte a value, and a table turns small sums into field elements. Of the others, a coefficient held as {@code v R^2} times a
 * canonical value is in Montgomery form already, and values with the coefficients 1 and -1 are summed up first and converted once a row. Thread-safe.
 */
public final class RowProducts {
    private static final int BYTES = 32;
    private static final int WORDS = 4;
    private static final long PIECE_ROWS = 1 << 12;
    private static final long PIECE_VALUES = 1 << 16;

    /** Coefficients below this are small: no sum of up to 2^16 small terms leaves a long. */
    private static final long SMALL = 1L << 40;

    /** In the place of a coefficient that is not small. */
    private static final long NOT_SMALL = Long.MIN_VALUE;

    /** In the place of a sum that is not small. */
    private static final long WIDE = Long.MAX_VALUE;

    /** The product of two sums up to this is exact. */
    private static final long EXACT = 1 << 30;

    /** Sums from minus this to this have a place in the table. */
    private static final int TABLE_REACH = 64;

    private final Circuit circuit;
    private final Instances instances;
    private final PrimeField field;
    private final long[] small;
    private final long[] montgomery;
    private final long[] doubleMontgomery;
    private final long[] table;

    public RowProducts(Circuit circuit) {
        this.circuit = circuit;
        this.instances = circuit.instances();
        this.field = Curve.of(circuit.curve()).fr();
        int count = circuit.coefficients().length;
        this.small = new long[count];
        this.montgomery = new long[WORDS * count];
        this.doubleMontgomery = new long[WORDS * count];
        for (int i = 0; i < count; i++) {
            BigInteger coefficient = circuit.coefficients()[i];
            small[i] = small(coefficient, circuit.modulus());
            field.fromBigInteger(coefficient, montgomery, WORDS * i);
            field.toMontgomery(montgomery, WORDS * i, doubleMontgomery, WORDS * i);
        }
        this.table = new long[WORDS * (2 * TABLE_REACH + 1)];
        for (int i = -TABLE_REACH; i <= TABLE_REACH; i++) {
            BigInteger value = BigInteger.valueOf(i).mod(circuit.modulus());
            field.fromBigInteger(value, table, WORDS * (i + TABLE_REACH));
        }
    }

    /** The coefficient as a signed number, where it is small. */
    private static long small(BigInteger coefficient, BigInteger modulus) {
        BigInteger limit = BigInteger.valueOf(SMALL);
        if (coefficient.compareTo(limit) < 0) {
            return coefficient.longValue();
        }
        BigInteger negated = modulus.subtract(coefficient);
        return negated.compareTo(limit) < 0 ? -negated.longValue() : NOT_SMALL;
    }

    /** Looks at all values of a full, canonical assignment, once. Memory: a byte a value. */
    public OfAssignment with(MemorySegment w, Work work) {
        return new OfAssignment(w, smallValues(w, work));
    }

    /** Each value that fits seven bits, -1 for the others. */
    private byte[] smallValues(MemorySegment w, Work work) {
        byte[] out = new byte[Math.toIntExact(circuit.variables())];
        Parallel.forRanges(out.length, PIECE_VALUES, work, (from, to) -> {
            for (int i = (int) from; i < to; i++) {
                long at = (long) i * BYTES;
                long low = w.get(ValueLayout.JAVA_LONG, at);
                long high = w.get(ValueLayout.JAVA_LONG, at + Long.BYTES)
                        | w.get(ValueLayout.JAVA_LONG, at + 2 * Long.BYTES)
                        | w.get(ValueLayout.JAVA_LONG, at + 3 * Long.BYTES);
                out[i] = (high | (low >>> (Byte.SIZE - 1))) == 0 ? (byte) low : -1;
            }
        });
        return out;
    }

    /** The products with one assignment. */
    public final class OfAssignment {
        private final MemorySegment w;
        private final byte[] smallValues;

        private OfAssignment(MemorySegment w, byte[] smallValues) {
            this.w = w;
            this.smallValues = smallValues;
        }

        /**
         * Writes a stretch of A w and B w.
         *
         * @param first the first row
         * @param count rows to write
         * @param a room for an element of 32 bytes for each of them; receives Montgomery form
         * @param b as {@code a}
         */
        public void write(long first, long count, MemorySegment a, MemorySegment b, Work work) {
            Parallel.forRanges(count, PIECE_ROWS, work, (from, to) -> {
                RowSum sum = new RowSum(w, smallValues);
                forRows(first + from, first + to, (instance, template, own, row) -> {
                    sum.write(template, instance, 3 * own, a, (row - first) * BYTES);
                    sum.write(template, instance, 3 * own + 1, b, (row - first) * BYTES);
                });
            });
        }

        /** The lowest row that does not hold, or nothing when all hold. */
        public OptionalLong firstUnsatisfied(Work work) {
            AtomicLong lowest = new AtomicLong(Long.MAX_VALUE);
            Parallel.forRanges(circuit.rows(), PIECE_ROWS, work, (from, to) -> {
                RowSum sum = new RowSum(w, smallValues);
                forRows(from, to, (instance, template, own, row) -> {
                    if (!sum.holds(template, instance, own)) {
                        lowest.accumulateAndGet(row, Math::min);
                    }
                });
            });
            return lowest.get() == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(lowest.get());
        }
    }

    /** Sees a row of the circuit: row {@code own} of its instance's template. */
    @FunctionalInterface
    private interface RowVisitor {
        void row(int instance, Template template, int own, long row);
    }

    private void forRows(long first, long end, RowVisitor visitor) {
        int instance = instances.holding((int) first);
        long row = first;
        while (row < end) {
            Template template = circuit.template(instance);
            int own = (int) (row - instances.firstRow(instance));
            int last = (int) Math.min(template.rows(), own + end - row);
            for (; own < last; own++) {
                visitor.row(instance, template, own, row++);
            }
            instance++;
        }
    }

    /** The working memory of one thread: the sum, what awaits conversion, a value, a product. */
    private final class RowSum {
        private static final int PLAIN = WORDS;
        private static final int VALUE = 2 * WORDS;
        private static final int PRODUCT = 3 * WORDS;

        private final MemorySegment w;
        private final byte[] smallValues;
        private final long[] t = new long[4 * WORDS];

        RowSum(MemorySegment w, byte[] smallValues) {
            this.w = w;
            this.smallValues = smallValues;
        }

        /** Whether a row holds: in whole numbers where its sums are small, else in the field. */
        boolean holds(Template template, int instance, int own) {
            long a = smallSum(template, instance, 3 * own);
            long b = smallSum(template, instance, 3 * own + 1);
            long c = smallSum(template, instance, 3 * own + 2);
            if (Math.abs(a) <= EXACT && Math.abs(b) <= EXACT && c != WIDE) {
                return a * b == c;
            }
            compute(template, instance, 3 * own);
            System.arraycopy(t, 0, t, PRODUCT, WORDS);
            compute(template, instance, 3 * own + 1);
            field.mul(t, PRODUCT, t, 0, t, PRODUCT);
            compute(template, instance, 3 * own + 2);
            return Arrays.equals(t, PRODUCT, PRODUCT + WORDS, t, 0, WORDS);
        }

        /** Writes the combination's value in Montgomery form. */
        void write(Template template, int instance, int combination, MemorySegment out, long offset) {
            long sum = smallSum(template, instance, combination);
            if (Math.abs(sum) <= TABLE_REACH) {
                int at = ((int) sum + TABLE_REACH) * WORDS;
                out.set(ValueLayout.JAVA_LONG, offset, table[at]);
                out.set(ValueLayout.JAVA_LONG, offset + Long.BYTES, table[at + 1]);
                out.set(ValueLayout.JAVA_LONG, offset + 2 * Long.BYTES, table[at + 2]);
                out.set(ValueLayout.JAVA_LONG, offset + 3 * Long.BYTES, table[at + 3]);
            } else {
                if (sum == WIDE) {
                    compute(template, instance, combination);
                } else {
                    setSmall(sum);
                }
                field.write(t, 0, out, offset);
            }
        }

        private void setSmall(long sum) {
            Arrays.fill(t, 1, WORDS, 0);
            t[0] = Math.abs(sum);
            field.toMontgomery(t, 0, t, 0);
            if (sum < 0) {
                field.negate(t, 0, t, 0);
            }
        }

        /** The sum as a number, where all its terms are small; else {@link #WIDE}. */
        private long smallSum(Template template, int instance, int combination) {
            long sum = 0;
            int end = template.ends[combination];
            for (int term = template.start(combination); term < end; term++) {
                int value = smallValues[place(instance, template.variables[term])];
                long coefficient = small[template.coefficients[term]];
                if (value < 0 || coefficient == NOT_SMALL) {
                    return WIDE;
                }
                sum += value * coefficient;
            }
            return sum;
        }

        /** Place in the assignment. */
        private int place(int instance, int code) {
            int variable = instances.resolve(instance, code);
            return variable >= 0 ? circuit.inputs() + variable : -1 - variable;
        }

        /** Leaves the combination's value in Montgomery form at the start of {@code t}. */
        private void compute(Template template, int instance, int combination) {
            Arrays.fill(t, 0, VALUE, 0);
            int end = template.ends[combination];
            for (int term = template.start(combination); term < end; term++) {
                int place = place(instance, template.variables[term]);
                if (smallValues[place] != 0) {
                    field.read(w, (long) place * BYTES, t, VALUE);
                    accumulate(template.coefficients[term], smallValues[place]);
                }
            }
            if (!field.isZero(t, PLAIN)) {
                field.toMontgomery(t, PLAIN, t, PLAIN);
                field.add(t, 0, t, PLAIN, t, 0);
            }
        }

        private void accumulate(int coefficient, int smallValue) {
            if (coefficient == CoefficientTable.ONE) {
                field.add(t, PLAIN, t, VALUE, t, PLAIN);
            } else if (coefficient == CoefficientTable.MINUS_ONE) {
                field.sub(t, PLAIN, t, VALUE, t, PLAIN);
            } else if (smallValue == 1) {
                field.add(t, 0, montgomery, coefficient * WORDS, t, 0);
            } else {
                field.mul(t, VALUE, doubleMontgomery, coefficient * WORDS, t, VALUE);
                field.add(t, 0, t, VALUE, t, 0);
            }
        }
    }
}
