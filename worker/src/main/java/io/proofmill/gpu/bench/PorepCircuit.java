package io.proofmill.gpu.bench;

import io.proofmill.groth16.Assignment;
import io.proofmill.math.CurveId;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Scalars;
import java.math.BigInteger;

/**
 * A circuit with the sizes of one part of Filecoin's PoRep of 32 GiB, or of the same for a smaller domain: 130,278,869 rows for a domain of 2^27, about as many variables, a quarter of them in B,
 * and a witness with PoRep's shares of zeros and ones. Its rows are simpler, one term a row in A and in B.
 *
 * <p>A row says u v = w for two values u and v of the witness: w is nothing for u = 0, v for u = 1, and u v otherwise. So the rows depend on the witness, which is drawn with a fixed seed.
 */
final class PorepCircuit extends TrialCircuit {
    private static final long SEED = 20261130;
    private static final int LOG = 27;
    private static final int ROWS = 130_278_869;
    /** Points of B in the real key: 33.1 of 130.2 million variables. */
    private static final int B_VARIABLES = 33_100_000;

    private final int rightVariables;
    private final Assignment witness;

    PorepCircuit(CurveId curve, int log) {
        super(curve, (long) ROWS >> (LOG - log), (ROWS >> (LOG - log)) - 2, log);
        this.rightVariables = Math.max(1, B_VARIABLES >> (LOG - log));
        this.witness = Assignment.allocate(curve, shape().variables());
        new SampleScalars(field()).fill(witness.values(), Mix.POREP, SEED);
        Scalars.write(BigInteger.ONE, witness.values(), 0);
    }

    @Override
    Assignment assignment() {
        return witness;
    }

    @Override
    int left(int row) {
        return row + 1;
    }

    /** Each variable of B in some rows, in no order that a cache would like. */
    @Override
    int right(int row) {
        long mixed = (row * 0x9E3779B97F4A7C15L) >>> 32;
        return (int) ((mixed * rightVariables) >>> 32) + 1;
    }

    @Override
    void forEachTermOfC(int first, int end, TermConsumer consumer) {
        PrimeField field = field();
        long[] one = one();
        long[] value = field.newElement();
        for (int row = first; row < end; row++) {
            long at = (long) left(row) * Scalars.BYTES;
            field.read(witness.values(), at, value, 0);
            if (isSmall(value) && value[0] == 1) {
                consumer.accept(Side.C, row, right(row), one);
            } else if (!isSmall(value) || value[0] != 0) {
                field.toMontgomery(value, 0, value, 0);
                consumer.accept(Side.C, row, right(row), value);
            }
        }
    }

    private static boolean isSmall(long[] value) {
        return (value[1] | value[2] | value[3]) == 0;
    }
}
