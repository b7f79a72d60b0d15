package io.proofmill.filecoin.circuit;

import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.gadget.Booleans;

/** Choices as rows. Source: rust-fil-proofs, {@code storage-proofs-core/src/gadgets/insertion.rs}. */
record ConstrainedChoices(ConstraintSystem cs) implements Choices<Num, Bit> {
    /** {@code (b - a) * condition = b - c}, 1 row. */
    @Override
    public Num pick(Bit condition, Num a, Num b) {
        Num c = cs.alloc();
        cs.enforce(b.lc().minus(a.variable()), condition.lc(), b.lc().minus(c.variable()));
        return c;
    }

    @Override
    public Bit and(Bit a, Bit b) {
        return Booleans.and(cs, a, b);
    }

    @Override
    public Bit nor(Bit a, Bit b) {
        return Booleans.nor(cs, a, b);
    }
}
