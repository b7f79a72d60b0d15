package io.proofmill.groth16;

import io.proofmill.math.PrimeField;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

/**
 * Adds up A_i(tau), B_i(tau) and C_i(tau) for all variables i, term by term, by any number of threads. The constant 1 is a part of so many rows that each thread keeps sums of its own for it until
 * the end; the other variables share locks.
 */
final class VariableSums {
    private static final int LOCKS = 1 << 14;
    private static final int SIDES = ConstraintRows.Side.values().length;

    private final PrimeField field;
    private final int n;
    private final MemorySegment basis;
    private final MemorySegment[] sums;
    private final Object[] locks =
            IntStream.range(0, LOCKS).mapToObj(i -> new Object()).toArray();

    /**
     * @param basis the Lagrange polynomials at tau, a row each, in Montgomery form
     * @param a sums of a side, zero at first
     */
    VariableSums(PrimeField field, MemorySegment basis, MemorySegment a, MemorySegment b, MemorySegment c) {
        this.field = field;
        this.n = field.limbs();
        this.basis = basis;
        this.sums = new MemorySegment[] {a, b, c};
    }

    /** Adds the terms of some rows. */
    void add(ConstraintRows rows, Work work) {
        long[] ofConstant = new long[SIDES * n];
        long[] t = new long[2 * n];
        rows.forEachTerm(
                (side, row, variable, coefficient) -> {
                    field.read(basis, row * Scalars.BYTES, t, 0);
                    field.mul(t, 0, coefficient, 0, t, 0);
                    if (variable == 0) {
                        field.add(ofConstant, index(side) * n, t, 0, ofConstant, index(side) * n);
                    } else {
                        addTo(sums[index(side)], variable, t);
                    }
                },
                work);
        for (int side = 0; side < SIDES; side++) {
            System.arraycopy(ofConstant, side * n, t, 0, n);
            addTo(sums[side], 0, t);
        }
    }

    private static int index(ConstraintRows.Side side) {
        return switch (side) {
            case A -> 0;
            case B -> 1;
            case C -> 2;
        };
    }

    /** @param t the summand, and room for the sum behind it */
    private void addTo(MemorySegment vector, long variable, long[] t) {
        synchronized (locks[(int) (variable % LOCKS)]) {
            field.read(vector, variable * Scalars.BYTES, t, n);
            field.add(t, 0, t, n, t, 0);
            field.write(t, 0, vector, variable * Scalars.BYTES);
        }
    }
}
