package io.proofmill.filecoin.circuit;

import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Num;
import java.util.ArrayList;
import java.util.List;

/**
 * Choices by bits. Source: rust-fil-proofs, {@code storage-proofs-core/src/gadgets/insertion.rs}.
 */
final class Selection {
    private Selection() {}

    /** {@code condition ? a : b}: {@code (b - a) * condition = b - c}, 1 row. */
    static Num pick(ConstraintSystem cs, Bit condition, Num a, Num b) {
        Num c = cs.alloc();
        cs.enforce(b.lc().minus(a.variable()), condition.lc(), b.lc().minus(c.variable()));
        return c;
    }

    /** {@code from[index]}, index bits least significant first: n - 1 rows for n numbers. */
    static Num select(ConstraintSystem cs, List<Num> from, List<Bit> index) {
        List<Num> state = from;
        for (Bit bit : index.reversed()) {
            int half = state.size() / 2;
            List<Num> next = new ArrayList<>();
            for (int j = 0; j < half; j++) {
                next.add(pick(cs, bit, state.get(half + j), state.get(j)));
            }
            state = next;
        }
        return state.getFirst();
    }
}
