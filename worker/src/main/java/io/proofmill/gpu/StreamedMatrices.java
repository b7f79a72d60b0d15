package io.proofmill.gpu;

import io.proofmill.gpu.memory.Layout;
import io.proofmill.gpu.ntt.DeviceMatrix;
import io.proofmill.gpu.ntt.ScalarKernels;
import io.proofmill.groth16.SparseMatrix;
import io.proofmill.math.Work;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A key's two matrices on their way through a device, so many rows at a time that their entries fill one piece. Copies and products share one stream, so that a piece is overwritten only
 * after its products.
 */
final class StreamedMatrices {
    private static final String VALUES = "values";
    private static final String ROWS = "rows";
    private static final String COLUMNS = "columns";
    private static final String COEFFICIENTS = "coefficients";
    private static final String LONG_ROWS = "long rows";

    private final Matrices matrices;
    private final int most;
    private final Layout layout = new Layout();

    /** @param pieceEntries entries, and rows, of a piece; a longer row is a piece of its own */
    StreamedMatrices(Matrices matrices, int pieceEntries) {
        this.matrices = matrices;
        this.most = Math.max(
                pieceEntries, Math.max(matrices.a().longestRow(), matrices.b().longestRow()));
        layout.part(VALUES, matrices.valueBytes())
                .part(ROWS, (most + 1L) * Long.BYTES)
                .part(COLUMNS, (long) most * Integer.BYTES)
                .part(COEFFICIENTS, (long) most * Integer.BYTES)
                .part(LONG_ROWS, (most / DeviceMatrix.LONGEST_SHORT_ROW + 1L) * Long.BYTES);
    }

    /** Bytes of a piece and of the table of coefficients. */
    long bytes() {
        return layout.bytes();
    }

    /**
     * Queues A w and B w.
     *
     * @param kernels of the stream that {@code upload} copies in
     * @param witness address of the witness, whose copy is queued before in the same stream
     * @param length elements of either product: what the matrices have no rows for becomes zero
     */
    void multiply(
            ScalarKernels kernels,
            StagedUpload upload,
            long base,
            long witness,
            long outA,
            long outB,
            long length,
            Work work) {
        upload.copy(matrices.values(), base + layout.offset(VALUES), work);
        Pieces pieces = new Pieces(kernels, upload, base, witness, length, work);
        pieces.multiply(matrices.a(), outA);
        pieces.multiply(matrices.b(), outB);
    }

    /** What the pieces of one job have in common. */
    private final class Pieces {
        private final ScalarKernels kernels;
        private final StagedUpload upload;
        private final long base;
        private final long witness;
        private final long length;
        private final Work work;

        Pieces(ScalarKernels kernels, StagedUpload upload, long base, long witness, long length, Work work) {
            this.kernels = kernels;
            this.upload = upload;
            this.base = base;
            this.witness = witness;
            this.length = length;
            this.work = work;
        }

        void multiply(Matrices.Side side, long out) {
            int rows = side.matrix().rows();
            int first = 0;
            do {
                int end = end(side.matrix(), first);
                DeviceMatrix piece = upload(side, first, end);
                long elements = end == rows ? length - first : end - first;
                kernels.multiply(
                        piece,
                        base + layout.offset(VALUES),
                        witness,
                        out + (long) first * ScalarKernels.ELEMENT_BYTES,
                        elements);
                first = end;
            } while (first < rows);
        }

        /** The row after the last one of the piece that begins with {@code first}. */
        private int end(SparseMatrix matrix, int first) {
            int least = Math.min(matrix.rows(), first + 1);
            int end = (int) Math.min(matrix.rows(), (long) first + most);
            while (least < end) {
                int middle = (int) (((long) least + end + 1) / 2);
                if (matrix.rowStart(middle) - matrix.rowStart(first) <= most) {
                    least = middle;
                } else {
                    end = middle - 1;
                }
            }
            return end;
        }

        /** Row starts are those of the whole matrix, so the addresses of columns and coefficients are put before the piece by what precedes it. */
        private DeviceMatrix upload(Matrices.Side side, int first, int end) {
            SparseMatrix matrix = side.matrix();
            int firstEntry = matrix.rowStart(first);
            int endEntry = matrix.rowStart(end);
            long columns = base + layout.offset(COLUMNS);
            long coefficients = base + layout.offset(COEFFICIENTS);
            long[] longRows = Arrays.stream(side.longRows(first, end))
                    .map(row -> row - first)
                    .toArray();
            upload.copy(side.rowStarts(first, end - first + 1, upload.threads(work)), base + layout.offset(ROWS), work);
            upload.copy(matrix.columns(firstEntry, endEntry), columns, work);
            upload.copy(matrix.coefficients(firstEntry, endEntry), coefficients, work);
            upload.copy(MemorySegment.ofArray(longRows), base + layout.offset(LONG_ROWS), work);
            long before = (long) firstEntry * Integer.BYTES;
            return new DeviceMatrix(
                    end - first,
                    base + layout.offset(ROWS),
                    columns - before,
                    coefficients - before,
                    base + layout.offset(LONG_ROWS),
                    longRows.length);
        }
    }
}
