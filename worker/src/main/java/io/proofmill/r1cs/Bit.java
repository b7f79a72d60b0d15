package io.proofmill.r1cs;

import java.math.BigInteger;

/** A boolean of a circuit: a constant, a variable that is 0 or 1, or such a variable negated. */
public sealed interface Bit extends Wire {
    record Constant(boolean value) implements Bit {
        public static final Bit FALSE = new Constant(false);
        public static final Bit TRUE = new Constant(true);

        @Override
        public Bit not() {
            return constant(!value);
        }

        @Override
        public LinearCombination lc(BigInteger coefficient) {
            return value ? LinearCombination.zero().plus(coefficient, Variable.ONE) : LinearCombination.zero();
        }
    }

    record Is(Variable variable) implements Bit {
        @Override
        public Bit not() {
            return new Not(variable);
        }

        @Override
        public LinearCombination lc(BigInteger coefficient) {
            return LinearCombination.zero().plus(coefficient, variable);
        }
    }

    record Not(Variable variable) implements Bit {
        @Override
        public Bit not() {
            return new Is(variable);
        }

        @Override
        public LinearCombination lc(BigInteger coefficient) {
            return LinearCombination.zero().plus(coefficient, Variable.ONE).plus(coefficient.negate(), variable);
        }
    }

    static Bit constant(boolean value) {
        return value ? Constant.TRUE : Constant.FALSE;
    }

    /** The negation; costs no row. */
    Bit not();

    /** {@code coefficient * this}. */
    LinearCombination lc(BigInteger coefficient);

    /** {@code 1 * this}. */
    default LinearCombination lc() {
        return lc(BigInteger.ONE);
    }

    default boolean isConstant() {
        return this instanceof Constant;
    }
}
