package io.proofmill.r1cs;

import java.math.BigInteger;
import java.util.Arrays;

/** A sum of coefficients times variables, while it is being written down. Terms are merged and sorted when a row is enforced. */
public final class LinearCombination {
    private static final int POSITION_BITS = 20;

    private int[] codes = new int[4];
    private BigInteger[] coefficients = new BigInteger[4];
    private int size;

    private LinearCombination() {}

    public static LinearCombination zero() {
        return new LinearCombination();
    }

    public LinearCombination plus(Variable variable) {
        return plus(BigInteger.ONE, variable);
    }

    public LinearCombination minus(Variable variable) {
        return plus(BigInteger.ONE.negate(), variable);
    }

    public LinearCombination plus(BigInteger coefficient, Variable variable) {
        add(coefficient, variable.code());
        return this;
    }

    public LinearCombination plus(LinearCombination other) {
        return plus(BigInteger.ONE, other);
    }

    public LinearCombination minus(LinearCombination other) {
        return plus(BigInteger.ONE.negate(), other);
    }

    /** Adds {@code scale * other}. */
    public LinearCombination plus(BigInteger scale, LinearCombination other) {
        boolean same = scale.equals(BigInteger.ONE);
        int terms = other.size;
        for (int i = 0; i < terms; i++) {
            add(same ? other.coefficients[i] : scale.multiply(other.coefficients[i]), other.codes[i]);
        }
        return this;
    }

    /** The same sum merged by variable, without zero terms, sorted, coefficients in {@code [0, modulus)}. */
    public LinearCombination canonical(BigInteger modulus) {
        LinearCombination out = new LinearCombination();
        int[] order = sorted();
        for (int i = 0; i < size; ) {
            int code = codes[order[i]];
            BigInteger sum = coefficients[order[i++]];
            while (i < size && codes[order[i]] == code) {
                sum = sum.add(coefficients[order[i++]]);
            }
            sum = sum.signum() < 0 || sum.compareTo(modulus) >= 0 ? sum.mod(modulus) : sum;
            if (sum.signum() != 0) {
                out.add(sum, code);
            }
        }
        return out;
    }

    int size() {
        return size;
    }

    int code(int term) {
        return codes[term];
    }

    BigInteger coefficient(int term) {
        return coefficients[term];
    }

    private void add(BigInteger coefficient, int code) {
        if (size == codes.length) {
            codes = Arrays.copyOf(codes, 2 * size);
            coefficients = Arrays.copyOf(coefficients, 2 * size);
        }
        codes[size] = code;
        coefficients[size++] = coefficient;
    }

    private int[] sorted() {
        long[] keys = new long[size];
        for (int i = 0; i < size; i++) {
            keys[i] = (long) codes[i] << POSITION_BITS | i;
        }
        Arrays.sort(keys);
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            order[i] = (int) (keys[i] & ((1 << POSITION_BITS) - 1));
        }
        return order;
    }
}
