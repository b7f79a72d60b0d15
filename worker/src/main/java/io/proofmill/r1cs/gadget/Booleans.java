package io.proofmill.r1cs.gadget;

import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.LinearCombination;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.Variable;
import java.math.BigInteger;

/**
 * Boolean logic. Constants and negations cost nothing; every other operation costs the rows that its comment says.
 *
 * <p>Source of the rows: bellpepper-core, {@code boolean.rs}.
 */
public final class Booleans {
    private Booleans() {}

    /** A new variable that is 0 or 1: {@code (1 - a) * a = 0}, 1 row. */
    public static Bit.Is alloc(ConstraintSystem cs) {
        Variable a = cs.alloc().variable();
        cs.enforce(one().minus(a), LinearCombination.zero().plus(a), LinearCombination.zero());
        return new Bit.Is(a);
    }

    /** 1 row unless an operand is constant: {@code 2a * b = a + b - c}. */
    public static Bit xor(ConstraintSystem cs, Bit a, Bit b) {
        if (a instanceof Bit.Constant constant) {
            return constant.value() ? b.not() : b;
        }
        if (b instanceof Bit.Constant constant) {
            return constant.value() ? a.not() : a;
        }
        if (a instanceof Bit.Is is && b instanceof Bit.Not not) {
            return xor(cs, is.variable(), not.variable()).not();
        }
        if (a instanceof Bit.Not not && b instanceof Bit.Is is) {
            return xor(cs, is.variable(), not.variable()).not();
        }
        return xor(cs, variable(a), variable(b));
    }

    /** 1 row unless an operand is constant. */
    public static Bit and(ConstraintSystem cs, Bit a, Bit b) {
        if (a instanceof Bit.Constant constant) {
            return constant.value() ? b : Bit.Constant.FALSE;
        }
        if (b instanceof Bit.Constant constant) {
            return constant.value() ? a : Bit.Constant.FALSE;
        }
        boolean swap = a instanceof Bit.Not && b instanceof Bit.Is;
        Bit left = swap ? b : a;
        Bit right = swap ? a : b;
        Num c = cs.alloc();
        cs.enforce(left.lc(), right.lc(), c.lc());
        return new Bit.Is(c.variable());
    }

    /** {@code not a and not b}: 1 row. */
    public static Bit nor(ConstraintSystem cs, Bit a, Bit b) {
        return and(cs, a.not(), b.not());
    }

    /** SHA-256's choice, {@code (a and b) xor (not a and c)}: {@code (b - c) * a = ch - c}, 1 row, or an AND when b or c is constant. */
    public static Bit choose(ConstraintSystem cs, Bit a, Bit b, Bit c) {
        if (a instanceof Bit.Constant ca && b instanceof Bit.Constant cb && c instanceof Bit.Constant cc) {
            return ca.value() ? cb : cc;
        }
        if (a.equals(Bit.Constant.FALSE)) {
            return c;
        }
        if (b.equals(Bit.Constant.FALSE)) {
            return and(cs, a.not(), c);
        }
        if (c.equals(Bit.Constant.FALSE)) {
            return and(cs, a, b);
        }
        if (c.equals(Bit.Constant.TRUE)) {
            return and(cs, a, b.not()).not();
        }
        if (b.equals(Bit.Constant.TRUE)) {
            return and(cs, a.not(), c.not()).not();
        }
        Num choice = cs.alloc();
        cs.enforce(b.lc().minus(c.lc()), a.lc(), choice.lc().minus(c.lc()));
        return new Bit.Is(choice.variable());
    }

    /** SHA-256's majority: {@code b * c = bc} and {@code (2bc - b - c) * a = bc - maj}, 2 rows, or an AND when an operand is constant. */
    public static Bit majority(ConstraintSystem cs, Bit a, Bit b, Bit c) {
        if (a instanceof Bit.Constant ca && b instanceof Bit.Constant cb && c instanceof Bit.Constant cc) {
            return Bit.constant(ca.value() ? cb.value() || cc.value() : cb.value() && cc.value());
        }
        if (a.equals(Bit.Constant.FALSE)) {
            return and(cs, b, c);
        }
        if (b.equals(Bit.Constant.FALSE)) {
            return and(cs, a, c);
        }
        if (c.equals(Bit.Constant.FALSE)) {
            return and(cs, a, b);
        }
        if (c.equals(Bit.Constant.TRUE)) {
            return nor(cs, a, b).not();
        }
        if (b.equals(Bit.Constant.TRUE)) {
            return nor(cs, a, c).not();
        }
        if (a.equals(Bit.Constant.TRUE)) {
            return nor(cs, b, c).not();
        }
        Num majority = cs.alloc();
        Bit bc = and(cs, b, c);
        cs.enforce(
                bc.lc(BigInteger.TWO).minus(b.lc()).minus(c.lc()),
                a.lc(),
                bc.lc().minus(majority.variable()));
        return new Bit.Is(majority.variable());
    }

    /** The combination {@code 1 * ONE}. */
    public static LinearCombination one() {
        return LinearCombination.zero().plus(Variable.ONE);
    }

    private static Bit xor(ConstraintSystem cs, Variable a, Variable b) {
        Num c = cs.alloc();
        cs.enforce(
                LinearCombination.zero().plus(BigInteger.TWO, a),
                LinearCombination.zero().plus(b),
                LinearCombination.zero().plus(a).plus(b).minus(c.variable()));
        return new Bit.Is(c.variable());
    }

    private static Variable variable(Bit bit) {
        return switch (bit) {
            case Bit.Is is -> is.variable();
            case Bit.Not not -> not.variable();
            case Bit.Constant constant -> throw new IllegalArgumentException(constant + " has no variable");
        };
    }
}
