package io.proofmill.groth16;

import io.proofmill.math.Parallel;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.MemorySegment;

/**
 * A and B in compressed sparse row form over one table of coefficients. A product takes no conversion of the witness: a coefficient held as v R^2 times a
 * canonical value gives v w in Montgomery form, and the coefficients 1 and -1 are summed up first and converted once a row.
 */
public final class SparseMatrices implements ConstraintMatrices {
    private static final int WORDS = 4;
    private static final long PIECE = 2048;

    private final PrimeField field;
    private final SparseMatrix a;
    private final SparseMatrix b;
    private final CoefficientTable table;
    private final long[] doubleMontgomery;
    private final long[] montgomery;

    /** Takes the matrices as they are: columns must be below the number of variables, coefficients below the table's size. */
    public SparseMatrices(PrimeField field, SparseMatrix a, SparseMatrix b, CoefficientTable table) {
        this.field = field;
        this.a = a;
        this.b = b;
        this.table = table;
        this.doubleMontgomery = table.doubleMontgomery();
        this.montgomery = table.montgomery();
    }

    public SparseMatrix a() {
        return a;
    }

    public SparseMatrix b() {
        return b;
    }

    public CoefficientTable coefficients() {
        return table;
    }

    /** The table's values by index as v R^2, as they lie in memory: four words each, to be read only. */
    public MemorySegment coefficientValues() {
        return MemorySegment.ofArray(doubleMontgomery).asReadOnly();
    }

    @Override
    public long rows() {
        return a.rows();
    }

    @Override
    public Products with(Assignment w, Work unused) {
        return (first, count, outA, outB, work) -> write(w, first, count, outA, outB, work);
    }

    private void write(Assignment w, long first, long count, MemorySegment outA, MemorySegment outB, Work work) {
        Parallel.forRanges(count, PIECE, work, (from, to) -> {
            RowSum sum = new RowSum(w.values());
            for (long i = from; i < to; i++) {
                sum.write(a, (int) (first + i), outA, i * Scalars.BYTES);
                sum.write(b, (int) (first + i), outB, i * Scalars.BYTES);
            }
        });
    }

    /** The working memory of one thread. */
    private final class RowSum {
        private static final int PRODUCTS = 0;
        private static final int PLAIN = WORDS;
        private static final int VALUE = 2 * WORDS;

        private final MemorySegment witness;
        private final long[] t = new long[3 * WORDS];

        RowSum(MemorySegment witness) {
            this.witness = witness;
        }

        void write(SparseMatrix matrix, int row, MemorySegment out, long offset) {
            for (int i = 0; i < VALUE; i++) {
                t[i] = 0;
            }
            int end = matrix.rowStart(row + 1);
            for (int entry = matrix.rowStart(row); entry < end; entry++) {
                field.read(witness, (long) matrix.column(entry) * Scalars.BYTES, t, VALUE);
                accumulate(matrix.coefficient(entry));
            }
            field.toMontgomery(t, PLAIN, t, PLAIN);
            field.add(t, PRODUCTS, t, PLAIN, t, PRODUCTS);
            field.write(t, PRODUCTS, out, offset);
        }

        private void accumulate(int coefficient) {
            boolean small = (t[VALUE + 1] | t[VALUE + 2] | t[VALUE + 3]) == 0;
            if (small && t[VALUE] == 0) {
                return;
            }
            if (coefficient == CoefficientTable.ONE) {
                field.add(t, PLAIN, t, VALUE, t, PLAIN);
            } else if (coefficient == CoefficientTable.MINUS_ONE) {
                field.sub(t, PLAIN, t, VALUE, t, PLAIN);
            } else if (small && t[VALUE] == 1) {
                field.add(t, PRODUCTS, montgomery, coefficient * WORDS, t, PRODUCTS);
            } else {
                field.mul(t, VALUE, doubleMontgomery, coefficient * WORDS, t, VALUE);
                field.add(t, PRODUCTS, t, VALUE, t, PRODUCTS);
            }
        }
    }
}
