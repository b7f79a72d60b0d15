package io.proofmill.r1cs.gadget;

import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.LinearCombination;
import java.util.ArrayList;
import java.util.List;

/** Bits as numbers and bytes. Bits are least significant first unless said otherwise. */
public final class Packing {
    /** Bits that always fit a field element of BLS12-381's (or BN254's) scalar field. */
    public static final int BLS12_381_CAPACITY = 254;

    private static final int BYTE = 8;

    private Packing() {}

    /** The combination {@code sum of 2^i * bits[i]}; no row. */
    public static LinearCombination combination(List<? extends Bit> bits) {
        LinearCombination sum = LinearCombination.zero();
        for (int i = 0; i < bits.size(); i++) {
            sum.plus(bits.get(i).lc(PowersOfTwo.of(i)));
        }
        return sum;
    }

    /** The bits with each byte's order turned round, the last byte filled up with constant zeros. */
    public static List<Bit> reverseEachByte(List<? extends Bit> bits) {
        List<Bit> out = new ArrayList<>();
        for (int start = 0; start < bits.size(); start += BYTE) {
            for (int i = start + BYTE - 1; i >= start; i--) {
                out.add(i < bits.size() ? bits.get(i) : Bit.Constant.FALSE);
            }
        }
        return out;
    }
}
