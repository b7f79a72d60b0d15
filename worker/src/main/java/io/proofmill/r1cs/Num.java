package io.proofmill.r1cs;

/** A variable that stands for a field element. */
public record Num(Variable variable) implements Wire {
    /** The combination {@code 1 * variable}. */
    public LinearCombination lc() {
        return LinearCombination.zero().plus(variable);
    }
}
