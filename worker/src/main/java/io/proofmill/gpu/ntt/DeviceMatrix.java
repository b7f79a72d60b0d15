package io.proofmill.gpu.ntt;

/**
 * A sparse matrix on a device, in compressed rows.
 *
 * @param rows rows
 * @param rowStart address of rows + 1 64-bit indexes
 * @param columns address of a 32-bit column an entry
 * @param coefficients address of a 32-bit index into the table of values an entry
 * @param longRows address of the 64-bit numbers of rows with more than {@link #LONGEST_SHORT_ROW} entries
 */
public record DeviceMatrix(
        long rows, long rowStart, long columns, long coefficients, long longRows, long longRowCount) {
    /** Rows up to this many entries are one thread's work; longer ones a block's. */
    public static final int LONGEST_SHORT_ROW = 64;
}
