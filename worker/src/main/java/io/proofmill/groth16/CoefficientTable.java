package io.proofmill.groth16;

import io.proofmill.math.PrimeField;
import java.util.Arrays;

/**
 * The distinct coefficients of a pair of matrices, each once: circuits repeat 1, -1 and a few constants millions of times. Open addressing over the four words
 * of a value. Indexes 0 and 1 are the coefficients 1 and -1.
 */
public final class CoefficientTable {
    /** Index of the coefficient 1. */
    public static final int ONE = 0;

    /** Index of the coefficient -1. */
    public static final int MINUS_ONE = 1;

    private static final int WORDS = 4;

    private final PrimeField field;
    private long[] values = new long[16 * WORDS];
    private int[] slots = new int[64];
    private int size;

    public CoefficientTable(PrimeField field) {
        this.field = field;
        long[] one = new long[WORDS];
        field.setOne(one, 0);
        field.toMontgomery(one, 0, one, 0);
        indexOf(one);
        field.negate(one, 0, one, 0);
        indexOf(one);
    }

    /**
     * The index of a coefficient, which is added when it is new.
     *
     * @param value four words holding v R^2, the form of a .zkey's coefficients
     */
    public int indexOf(long[] value) {
        int mask = slots.length - 1;
        int slot = hash(value, 0) & mask;
        while (slots[slot] != 0) {
            int index = slots[slot] - 1;
            if (field.isEqual(values, index * WORDS, value, 0)) {
                return index;
            }
            slot = slot + 1 & mask;
        }
        slots[slot] = size + 1;
        if ((size + 1) * WORDS > values.length) {
            values = Arrays.copyOf(values, 2 * values.length);
        }
        System.arraycopy(value, 0, values, size * WORDS, WORDS);
        size++;
        if (2 * size > slots.length) {
            rehash();
        }
        return size - 1;
    }

    /** How many distinct coefficients there are. */
    public int size() {
        return size;
    }

    /** All of them by index, four words each, as v R^2. */
    public long[] doubleMontgomery() {
        return Arrays.copyOf(values, size * WORDS);
    }

    /** All of them by index, four words each, in Montgomery form v R. */
    public long[] montgomery() {
        long[] out = doubleMontgomery();
        for (int i = 0; i < size; i++) {
            field.fromMontgomery(out, i * WORDS, out, i * WORDS);
        }
        return out;
    }

    private void rehash() {
        slots = new int[2 * slots.length];
        for (int i = 0; i < size; i++) {
            int slot = hash(values, i * WORDS) & slots.length - 1;
            while (slots[slot] != 0) {
                slot = slot + 1 & slots.length - 1;
            }
            slots[slot] = i + 1;
        }
    }

    private static int hash(long[] value, int offset) {
        long mixed = (value[offset] ^ Long.rotateLeft(value[offset + 1], 17) ^ Long.rotateLeft(value[offset + 3], 41))
                * 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> 32);
    }
}
