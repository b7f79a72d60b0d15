package io.proofmill.r1cs;

import java.util.List;

/** What gadgets take and return: a number or a boolean. */
public sealed interface Wire permits Num, Bit {
    /** The numbers of a result that holds numbers only. */
    static List<Num> nums(List<Wire> wires) {
        return wires.stream().map(Num.class::cast).toList();
    }

    /** The booleans of a result that holds booleans only. */
    static List<Bit> bits(List<Wire> wires) {
        return wires.stream().map(Bit.class::cast).toList();
    }
}
