package io.proofmill.r1cs;

import java.util.Comparator;

/**
 * A variable of a constraint system.
 *
 * @param kind what the index counts
 * @param index position among the variables of its kind; input 0 is the constant ONE
 */
public record Variable(Kind kind, int index) implements Comparable<Variable> {
    /** The constant ONE: input 0 of every circuit. */
    public static final Variable ONE = new Variable(Kind.INPUT, 0);

    private static final Comparator<Variable> ORDER =
            Comparator.comparing(Variable::kind).thenComparingInt(Variable::index);

    private static final int KIND_SHIFT = 29;
    private static final int INDEX_MASK = (1 << KIND_SHIFT) - 1;

    /** The least code of a private variable: those of the other kinds are below it. */
    static final int FIRST_AUX_CODE = 2 << KIND_SHIFT;

    /** In the order in which the canonical form sorts them. */
    public enum Kind {
        /** A public input; inside a template, counted from the instance's first input (0 stays ONE). */
        INPUT(0),
        /** Inside a template: a variable that the instance binds. Arguments are older than the template's own variables. */
        ARGUMENT(1),
        /** A private variable; inside a template, counted from the instance's base. */
        AUX(2);

        private final int rank;

        Kind(int rank) {
            this.rank = rank;
        }
    }

    public static Variable input(int index) {
        return new Variable(Kind.INPUT, index);
    }

    public static Variable argument(int slot) {
        return new Variable(Kind.ARGUMENT, slot);
    }

    public static Variable aux(int index) {
        return new Variable(Kind.AUX, index);
    }

    /** Kind and index in one non-negative int whose order is the canonical order. */
    int code() {
        return kind.rank << KIND_SHIFT | index;
    }

    static Variable ofCode(int code) {
        return new Variable(kindOf(code), indexOf(code));
    }

    static Kind kindOf(int code) {
        return switch (code >>> KIND_SHIFT) {
            case 0 -> Kind.INPUT;
            case 1 -> Kind.ARGUMENT;
            default -> Kind.AUX;
        };
    }

    static int indexOf(int code) {
        return code & INDEX_MASK;
    }

    @Override
    public int compareTo(Variable other) {
        return ORDER.compare(this, other);
    }
}
