package io.proofmill.r1cs;

import java.util.List;

/** Where gadgets write variables and rows. A row states {@code a * b = c}. */
public interface ConstraintSystem {
    /** A new private variable. */
    Num alloc();

    /** A new public input. Only gadgets make inputs, together with the row that ties the input to a private variable. */
    Num allocInput();

    void enforce(LinearCombination a, LinearCombination b, LinearCombination c);

    /** The rows of a gadget for these arguments: as one instance of a template at the top of a circuit, in place inside another gadget. */
    List<Wire> instance(Gadget gadget, List<? extends Wire> arguments);
}
