package io.proofmill.groth16;

import java.lang.foreign.MemorySegment;

/** One matrix in compressed sparse row form: the entries of row i are {@code rowStart(i)} to {@code rowStart(i + 1) - 1}. */
public final class SparseMatrix {
    private final int[] rowStart;
    private final int[] column;
    private final int[] coefficient;

    /**
     * Takes ownership of the arrays.
     *
     * @param rowStart one more than there are rows
     * @param column the variable of each entry
     * @param coefficient the index of each entry's value in the {@link CoefficientTable} that goes with the matrix
     */
    public SparseMatrix(int[] rowStart, int[] column, int[] coefficient) {
        this.rowStart = rowStart;
        this.column = column;
        this.coefficient = coefficient;
    }

    public int rows() {
        return rowStart.length - 1;
    }

    /** How many entries there are. */
    public int entries() {
        return column.length;
    }

    /** The first entry of a row; of the row after the last, the number of entries. */
    public int rowStart(int row) {
        return rowStart[row];
    }

    /** The variable of an entry. */
    public int column(int entry) {
        return column[entry];
    }

    /** The index of an entry's coefficient. */
    public int coefficient(int entry) {
        return coefficient[entry];
    }

    /** The columns of the entries first to end - 1 as they lie in memory: 32 bits each, to be read only. */
    public MemorySegment columns(int first, int end) {
        return slice(column, first, end);
    }

    /** The coefficients' indexes of the entries first to end - 1 as they lie in memory: 32 bits each, to be read only. */
    public MemorySegment coefficients(int first, int end) {
        return slice(coefficient, first, end);
    }

    private static MemorySegment slice(int[] array, int first, int end) {
        return MemorySegment.ofArray(array)
                .asSlice((long) first * Integer.BYTES, (long) (end - first) * Integer.BYTES)
                .asReadOnly();
    }
}
