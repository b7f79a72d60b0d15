package io.proofmill.r1cs.gadget;

import io.proofmill.r1cs.WitnessWriter;

/** One bit of a {@link TracedWord} in an int: value, then whether it is a constant, then whether it is negated. Mirrors {@link Booleans}: the same case writes the same variables. */
final class TracedBit {
    private static final int VALUE = 1;
    private static final int KNOWN = 2;
    private static final int NEGATED = 4;
    private static final int FALSE = KNOWN;
    private static final int TRUE = KNOWN | VALUE;

    private TracedBit() {}

    static int of(int value, int known, int negated) {
        return value | known << 1 | negated << 2;
    }

    static int value(int bit) {
        return bit & VALUE;
    }

    static int known(int bit) {
        return bit >>> 1 & 1;
    }

    static int negated(int bit) {
        return bit >>> 2 & 1;
    }

    static int choose(WitnessWriter out, int a, int b, int c) {
        if (isKnown(a) && isKnown(b) && isKnown(c)) {
            return a == TRUE ? b : c;
        }
        if (a == FALSE) {
            return c;
        }
        if (b == FALSE) {
            return and(out, not(a), c);
        }
        if (c == FALSE) {
            return and(out, a, b);
        }
        if (c == TRUE) {
            return not(and(out, a, not(b)));
        }
        if (b == TRUE) {
            return not(and(out, not(a), not(c)));
        }
        int choice = value(a) == 1 ? value(b) : value(c);
        out.value(choice);
        return choice;
    }

    static int majority(WitnessWriter out, int a, int b, int c) {
        int majority = value(a) + value(b) + value(c) >= 2 ? 1 : 0;
        if (isKnown(a) && isKnown(b) && isKnown(c)) {
            return majority | KNOWN;
        }
        if (a == FALSE) {
            return and(out, b, c);
        }
        if (b == FALSE) {
            return and(out, a, c);
        }
        if (c == FALSE) {
            return and(out, a, b);
        }
        if (c == TRUE) {
            return not(and(out, not(a), not(b)));
        }
        if (b == TRUE) {
            return not(and(out, not(a), not(c)));
        }
        if (a == TRUE) {
            return not(and(out, not(b), not(c)));
        }
        out.value(majority);
        out.value(value(b) & value(c));
        return majority;
    }

    private static int and(WitnessWriter out, int a, int b) {
        if (isKnown(a)) {
            return a == TRUE ? b : FALSE;
        }
        if (isKnown(b)) {
            return b == TRUE ? a : FALSE;
        }
        int both = value(a) & value(b);
        out.value(both);
        return both;
    }

    private static int not(int bit) {
        return isKnown(bit) ? bit ^ VALUE : bit ^ (VALUE | NEGATED);
    }

    private static boolean isKnown(int bit) {
        return (bit & KNOWN) != 0;
    }
}
