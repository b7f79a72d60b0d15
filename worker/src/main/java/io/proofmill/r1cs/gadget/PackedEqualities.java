package io.proofmill.r1cs.gadget;

import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.LinearCombination;

/**
 * Several equalities of small numbers in one row: each takes the next free bits of a field element. A row is written when the next equality no longer fits, and at the end.
 *
 * <p>Source: bellperson, {@code multieq.rs}.
 */
final class PackedEqualities implements AutoCloseable {
    private final ConstraintSystem cs;
    private LinearCombination left = LinearCombination.zero();
    private LinearCombination right = LinearCombination.zero();
    private int bitsUsed;

    PackedEqualities(ConstraintSystem cs) {
        this.cs = cs;
    }

    /** {@code left = right}, both below 2^bits. */
    void equal(int bits, LinearCombination left, LinearCombination right) {
        if (Packing.BLS12_381_CAPACITY <= bitsUsed + bits) {
            write();
        }
        this.left.plus(PowersOfTwo.of(bitsUsed), left);
        this.right.plus(PowersOfTwo.of(bitsUsed), right);
        bitsUsed += bits;
    }

    @Override
    public void close() {
        if (bitsUsed > 0) {
            write();
        }
    }

    private void write() {
        cs.enforce(left, Booleans.one(), right);
        left = LinearCombination.zero();
        right = LinearCombination.zero();
        bitsUsed = 0;
    }
}
