package io.proofmill.r1cs;

import java.util.Arrays;

/** A growing list of ints without boxes. */
final class IntList {
    private int[] values = new int[16];
    private int size;

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size + (size >> 1));
        }
        values[size++] = value;
    }

    void addAll(int[] added) {
        if (size + added.length > values.length) {
            values = Arrays.copyOf(values, Math.max(size + (size >> 1), size + added.length));
        }
        System.arraycopy(added, 0, values, size, added.length);
        size += added.length;
    }

    int size() {
        return size;
    }

    int[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
