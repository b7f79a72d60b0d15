package io.proofmill.r1cs;

import java.util.List;

/**
 * A piece of circuit that is recorded once for each shape of its arguments.
 *
 * <p>The shape is which arguments are constants, which are negated, which are the same variable, and the order of their ages. Two gadgets that are equal must write equal rows for
 * equal shapes: implement gadgets as records over everything that their rows depend on.
 */
public interface Gadget {
    /** Short name for listings. */
    default String name() {
        return getClass().getSimpleName();
    }

    /** Writes the gadget's variables and rows and returns its results. */
    List<Wire> synthesize(ConstraintSystem cs, List<? extends Wire> arguments);
}
