package io.proofmill.r1cs.gadget;

import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Gadget;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.Wire;
import java.util.List;

/**
 * Makes a number public: {@code input * ONE = num}. 1 input, 1 row.
 *
 * <p>Source: bellpepper-core, {@code AllocatedNum::inputize}.
 */
public record Inputize() implements Gadget {
    public static void of(ConstraintSystem cs, Num num) {
        cs.instance(new Inputize(), List.of(num));
    }

    @Override
    public List<Wire> synthesize(ConstraintSystem cs, List<? extends Wire> arguments) {
        Num input = cs.allocInput();
        cs.enforce(input.lc(), Booleans.one(), ((Num) arguments.getFirst()).lc());
        return List.of();
    }
}
