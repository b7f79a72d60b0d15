package io.proofmill.gpu.bench;

import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.CoefficientTable;
import io.proofmill.groth16.ConstraintRows;
import io.proofmill.groth16.KeyShape;
import io.proofmill.groth16.SparseMatrices;
import io.proofmill.groth16.SparseMatrix;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Work;
import java.util.ArrayList;
import java.util.List;

/**
 * A circuit whose rows each multiply one variable by another, so that it can be made in any size. After these rows come those of the constant and of the one public input, variables 0
 * and 1.
 */
abstract class TrialCircuit implements ConstraintRows {
    private static final int INPUTS = 2;

    private final KeyShape shape;
    private final PrimeField field;
    private final int products;

    /** @param products rows besides those of the inputs */
    TrialCircuit(CurveId curve, long variables, int products, int log) {
        this.shape = new KeyShape(curve, variables, INPUTS - 1, log);
        this.field = Curve.of(curve).fr();
        this.products = products;
    }

    /** Rows that multiply where the whole domain is used. */
    static int productsFilling(int log) {
        return (1 << log) - INPUTS;
    }

    KeyShape shape() {
        return shape;
    }

    PrimeField field() {
        return field;
    }

    int products() {
        return products;
    }

    /** The variable of a row in A. */
    abstract int left(int row);

    /** The variable of a row in B. */
    abstract int right(int row);

    /** Hands over the terms in C of some rows. */
    abstract void forEachTermOfC(int first, int end, TermConsumer consumer);

    /** A witness that satisfies all rows. */
    abstract Assignment assignment();

    @Override
    public void forEachTerm(TermConsumer consumer, Work work) {
        split(1).forEach(part -> part.forEachTerm(consumer, work));
    }

    @Override
    public List<ConstraintRows> split(int parts) {
        List<ConstraintRows> all = new ArrayList<>();
        int size = Math.ceilDiv(products, parts);
        for (int first = 0; first < products; first += size) {
            int from = first;
            int to = Math.min(products, first + size);
            all.add((consumer, work) -> forEachTerm(from, to, consumer, work));
        }
        all.add((consumer, work) -> {
            for (int input = 0; input < INPUTS; input++) {
                consumer.accept(Side.A, products + (long) input, input, one());
            }
        });
        return all;
    }

    private void forEachTerm(int first, int end, TermConsumer consumer, Work work) {
        work.checkpoint();
        long[] one = one();
        for (int row = first; row < end; row++) {
            consumer.accept(Side.A, row, left(row), one);
            consumer.accept(Side.B, row, right(row), one);
        }
        forEachTermOfC(first, end, consumer);
    }

    long[] one() {
        long[] one = field.newElement();
        field.setOne(one, 0);
        return one;
    }

    /** A and B as a prover takes them. */
    SparseMatrices matrices() {
        int rows = products + INPUTS;
        int[] startA = new int[rows + 1];
        int[] startB = new int[rows + 1];
        int[] columnA = new int[rows];
        int[] columnB = new int[products];
        for (int row = 0; row < rows; row++) {
            startA[row + 1] = row + 1;
            startB[row + 1] = Math.min(row + 1, products);
            columnA[row] = row < products ? left(row) : row - products;
            if (row < products) {
                columnB[row] = right(row);
            }
        }
        return new SparseMatrices(
                field,
                new SparseMatrix(startA, columnA, new int[rows]),
                new SparseMatrix(startB, columnB, new int[products]),
                new CoefficientTable(field));
    }
}
