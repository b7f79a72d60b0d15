package io.proofmill.groth16;

/**
 * One matrix in compressed sparse row form: the entries of row i are {@code rowStart[i]} to {@code rowStart[i + 1] - 1}.
 *
 * @param rowStart one more than there are rows
 * @param column the variable of each entry
 * @param coefficient the index of each entry's value in the {@link CoefficientTable} that goes with the matrix
 */
public record SparseMatrix(int[] rowStart, int[] column, int[] coefficient) {
    public int rows() {
        return rowStart.length - 1;
    }
}
