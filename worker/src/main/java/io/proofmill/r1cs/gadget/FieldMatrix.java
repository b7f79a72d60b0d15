package io.proofmill.r1cs.gadget;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

/** A square matrix over a prime field, row by row. For constants, not for speed. */
final class FieldMatrix {
    private final BigInteger[][] rows;
    private final BigInteger modulus;

    private FieldMatrix(BigInteger[][] rows, BigInteger modulus) {
        this.rows = rows;
        this.modulus = modulus;
    }

    /** The Cauchy matrix {@code 1 / (i + n + j)}: maximum distance separable, symmetric. */
    static FieldMatrix cauchy(int n, BigInteger modulus) {
        BigInteger[][] m = new BigInteger[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                m[i][j] = BigInteger.valueOf(i + n + j).modInverse(modulus);
            }
        }
        return new FieldMatrix(m, modulus);
    }

    int size() {
        return rows.length;
    }

    BigInteger at(int row, int column) {
        return rows[row][column];
    }

    /** A copy of a row from column {@code from} on. */
    BigInteger[] row(int row, int from) {
        return Arrays.copyOfRange(rows[row], from, size());
    }

    /** A copy of the first column from row {@code from} on. */
    BigInteger[] firstColumn(int from) {
        BigInteger[] out = new BigInteger[size() - from];
        Arrays.setAll(out, i -> rows[from + i][0]);
        return out;
    }

    /** The matrix with first row and column replaced by those of the identity. */
    FieldMatrix withoutFirst() {
        BigInteger[][] out = Arrays.stream(rows).map(BigInteger[]::clone).toArray(BigInteger[][]::new);
        Arrays.fill(out[0], BigInteger.ZERO);
        for (BigInteger[] row : out) {
            row[0] = BigInteger.ZERO;
        }
        out[0][0] = BigInteger.ONE;
        return new FieldMatrix(out, modulus);
    }

    /** Row by row. */
    List<BigInteger> elements() {
        return Arrays.stream(rows).flatMap(Arrays::stream).toList();
    }

    FieldMatrix times(FieldMatrix other) {
        BigInteger[][] out = new BigInteger[size()][];
        for (int i = 0; i < size(); i++) {
            out[i] = other.applyToRow(rows[i]);
        }
        return new FieldMatrix(out, modulus);
    }

    /** {@code row * this}. */
    BigInteger[] applyToRow(BigInteger[] row) {
        BigInteger[] out = new BigInteger[size()];
        for (int j = 0; j < size(); j++) {
            BigInteger sum = BigInteger.ZERO;
            for (int i = 0; i < size(); i++) {
                sum = sum.add(row[i].multiply(rows[i][j]));
            }
            out[j] = sum.mod(modulus);
        }
        return out;
    }

    /** {@code this * column}. */
    BigInteger[] applyToColumn(BigInteger[] column) {
        BigInteger[] out = new BigInteger[size()];
        for (int i = 0; i < size(); i++) {
            BigInteger sum = BigInteger.ZERO;
            for (int j = 0; j < size(); j++) {
                sum = sum.add(rows[i][j].multiply(column[j]));
            }
            out[i] = sum.mod(modulus);
        }
        return out;
    }

    /** Without the first row and column. */
    FieldMatrix minor() {
        BigInteger[][] out = new BigInteger[size() - 1][];
        for (int i = 0; i < out.length; i++) {
            out[i] = Arrays.copyOfRange(rows[i + 1], 1, size());
        }
        return new FieldMatrix(out, modulus);
    }

    /** By Gauss and Jordan. */
    FieldMatrix inverse() {
        int n = size();
        BigInteger[][] left = Arrays.stream(rows).map(BigInteger[]::clone).toArray(BigInteger[][]::new);
        BigInteger[][] right = new BigInteger[n][n];
        for (int i = 0; i < n; i++) {
            Arrays.fill(right[i], BigInteger.ZERO);
            right[i][i] = BigInteger.ONE;
        }
        for (int column = 0; column < n; column++) {
            int pivot = column;
            while (left[pivot][column].signum() == 0) {
                pivot++;
            }
            swap(left, pivot, column);
            swap(right, pivot, column);
            BigInteger inverse = left[column][column].modInverse(modulus);
            scale(left[column], inverse);
            scale(right[column], inverse);
            for (int i = 0; i < n; i++) {
                if (i != column && left[i][column].signum() != 0) {
                    BigInteger factor = left[i][column];
                    subtract(left[i], left[column], factor);
                    subtract(right[i], right[column], factor);
                }
            }
        }
        return new FieldMatrix(right, modulus);
    }

    private static void swap(BigInteger[][] rows, int i, int j) {
        BigInteger[] row = rows[i];
        rows[i] = rows[j];
        rows[j] = row;
    }

    private void scale(BigInteger[] row, BigInteger factor) {
        for (int j = 0; j < row.length; j++) {
            row[j] = row[j].multiply(factor).mod(modulus);
        }
    }

    private void subtract(BigInteger[] row, BigInteger[] other, BigInteger factor) {
        for (int j = 0; j < row.length; j++) {
            row[j] = row[j].subtract(factor.multiply(other[j])).mod(modulus);
        }
    }
}
