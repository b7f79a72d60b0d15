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
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.math.BigInteger;

/**
 * The chain x -> x^2 + x + i, whose last value is public: a constraint a step, and a witness of full-width values, which is the hardest kind for a prover. It fills its domain to the last
 * row.
 *
 * <p>Variables: 1, the last value, then the values from the first on. Rows: a step each, then the rows of the constant and of the public input.
 */
final class DenseCircuit implements ConstraintRows {
    private static final int INPUT_ROWS = 2;
    private static final int OUT = 1;
    private static final int FIRST_VALUE = 2;

    private final KeyShape shape;
    private final PrimeField field;
    private final int steps;

    DenseCircuit(CurveId curve, int log) {
        this.steps = (1 << log) - INPUT_ROWS;
        this.shape = new KeyShape(curve, FIRST_VALUE + (long) steps, 1, log);
        this.field = Curve.of(curve).fr();
    }

    KeyShape shape() {
        return shape;
    }

    private int variable(int step) {
        return step == steps ? OUT : FIRST_VALUE + step;
    }

    @Override
    public void forEachTerm(TermConsumer consumer, Work work) {
        long[] one = field.newElement();
        long[] minusOne = field.newElement();
        long[] constant = field.newElement();
        field.setOne(one, 0);
        field.negate(one, 0, minusOne, 0);
        for (int step = 0; step < steps; step++) {
            consumer.accept(Side.A, step, variable(step), one);
            consumer.accept(Side.B, step, variable(step), one);
            consumer.accept(Side.C, step, variable(step + 1), one);
            consumer.accept(Side.C, step, variable(step), minusOne);
            consumer.accept(Side.C, step, 0, constant);
            field.add(constant, 0, minusOne, 0, constant, 0);
        }
        for (int input = 0; input < INPUT_ROWS; input++) {
            consumer.accept(Side.A, steps + (long) input, input, one);
        }
    }

    /** A and B as a prover takes them. */
    SparseMatrices matrices() {
        int rows = steps + INPUT_ROWS;
        int[] startA = new int[rows + 1];
        int[] startB = new int[rows + 1];
        int[] columnA = new int[rows];
        int[] columnB = new int[steps];
        for (int row = 0; row < rows; row++) {
            startA[row + 1] = row + 1;
            startB[row + 1] = Math.min(row + 1, steps);
            columnA[row] = row < steps ? variable(row) : row - steps;
            if (row < steps) {
                columnB[row] = variable(row);
            }
        }
        return new SparseMatrices(
                field,
                new SparseMatrix(startA, columnA, new int[rows]),
                new SparseMatrix(startB, columnB, new int[steps]),
                new CoefficientTable(field));
    }

    /** The witness for a first value. */
    Assignment assignment(long first) {
        Assignment assignment = Assignment.allocate(shape.curve(), shape.variables());
        long[] x = field.newElement();
        long[] square = field.newElement();
        long[] step = field.newElement();
        long[] one = field.newElement();
        field.setOne(one, 0);
        field.fromBigInteger(BigInteger.valueOf(first), x, 0);
        Scalars.write(BigInteger.ONE, assignment.values(), 0);
        for (int i = 0; i <= steps; i++) {
            field.fromMontgomery(x, 0, square, 0);
            field.write(square, 0, assignment.values(), (long) variable(i) * Scalars.BYTES);
            field.square(x, 0, square, 0);
            field.add(square, 0, x, 0, x, 0);
            field.add(x, 0, step, 0, x, 0);
            field.add(step, 0, one, 0, step, 0);
        }
        return assignment;
    }
}
