package io.proofmill.gpu.bench;

import io.proofmill.groth16.Assignment;
import io.proofmill.math.CurveId;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Scalars;
import java.math.BigInteger;

/**
 * The chain x -> x^2 + x + i, whose last value is public: a constraint a step, and a witness of full-width values, which is the hardest kind for a prover. It fills its domain to the last
 * row.
 *
 * <p>Variables: 1, the last value, then the values from the first on.
 */
final class ChainCircuit extends TrialCircuit {
    private static final int OUT = 1;
    private static final int FIRST_VALUE = 2;
    private static final long START = 3;

    ChainCircuit(CurveId curve, int log) {
        super(curve, FIRST_VALUE + (long) productsFilling(log), productsFilling(log), log);
    }

    private int variable(int step) {
        return step == products() ? OUT : FIRST_VALUE + step;
    }

    @Override
    int left(int row) {
        return variable(row);
    }

    @Override
    int right(int row) {
        return variable(row);
    }

    @Override
    void forEachTermOfC(int first, int end, TermConsumer consumer) {
        PrimeField field = field();
        long[] one = one();
        long[] minusOne = field.newElement();
        long[] constant = field.newElement();
        field.negate(one, 0, minusOne, 0);
        field.fromBigInteger(BigInteger.valueOf(first).negate().mod(field.modulus()), constant, 0);
        for (int step = first; step < end; step++) {
            consumer.accept(Side.C, step, variable(step + 1), one);
            consumer.accept(Side.C, step, variable(step), minusOne);
            consumer.accept(Side.C, step, 0, constant);
            field.add(constant, 0, minusOne, 0, constant, 0);
        }
    }

    @Override
    Assignment assignment() {
        PrimeField field = field();
        Assignment assignment = Assignment.allocate(shape().curve(), shape().variables());
        long[] x = field.newElement();
        long[] square = field.newElement();
        long[] step = field.newElement();
        long[] one = one();
        field.fromBigInteger(BigInteger.valueOf(START), x, 0);
        Scalars.write(BigInteger.ONE, assignment.values(), 0);
        for (int i = 0; i <= products(); i++) {
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
