package io.proofmill.filecoin.circuit;

import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.gadget.Booleans;

/**
 * A replica node: {@code (key + data) * ONE = node}. 1 variable, 1 row.
 *
 * <p>Source: rust-fil-proofs, {@code storage-proofs-core/src/gadgets/encode.rs}.
 */
final class Encode {
    private Encode() {}

    static Num encode(ConstraintSystem cs, Num key, Num data) {
        Num node = cs.alloc();
        cs.enforce(key.lc().plus(data.variable()), Booleans.one(), node.lc());
        return node;
    }
}
