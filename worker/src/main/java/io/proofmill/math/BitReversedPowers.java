package io.proofmill.math;

import java.math.BigInteger;

/** Tables of a base's powers in bit-reversed order: entry i is first * base^reverse(i), as lanes take it (canonical words of value * R'). */
final class BitReversedPowers {
    private BitReversedPowers() {}

    /**
     * A table of 2^bits entries. Each half is the one before times one power, since reverse(2^i + j) = 2^(bits - 1 - i) + reverse(j).
     *
     * @param first canonical
     * @param base canonical
     */
    static long[] table(PrimeField field, BigInteger first, BigInteger base, int bits) {
        int n = field.limbs();
        BigInteger p = field.modulus();
        long[] table = new long[Math.multiplyExact(n, 1 << bits)];
        int extraBits = field.lanes().extraBits();
        field.fromBigInteger(first.shiftLeft(extraBits), table, 0);
        long[] step = field.newElement();
        for (int i = 0; i < bits; i++) {
            field.fromBigInteger(base.modPow(BigInteger.ONE.shiftLeft(bits - 1 - i), p), step, 0);
            for (int j = 0; j < 1 << i; j++) {
                field.mul(table, j * n, step, 0, table, ((1 << i) + j) * n);
            }
        }
        return table;
    }
}
