package io.proofmill.gpu;

import io.proofmill.gpu.memory.Layout;
import io.proofmill.gpu.ntt.DeviceMatrix;
import io.proofmill.gpu.ntt.ScalarKernels;
import io.proofmill.groth16.SparseMatrices;
import io.proofmill.groth16.SparseMatrix;
import io.proofmill.math.Parallel;
import io.proofmill.math.Work;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.stream.IntStream;

/** A key's two matrices on a device. Coefficients are v R^2 and the witness canonical, so that products come out in Montgomery form without a conversion. */
final class Matrices {
    private static final String VALUES = "matrix values";
    private static final String ROWS = " rows";
    private static final String COLUMNS = " columns";
    private static final String COEFFICIENTS = " coefficients";
    private static final String LONG_ROWS = " long rows";
    /** Row starts that the host lays out at a time. */
    private static final long ROWS_A_COPY = 1 << 21;

    private static final long ROWS_A_THREAD = 1 << 16;

    private final SparseMatrices source;
    private final Side a;
    private final Side b;
    private final Layout layout = new Layout();

    Matrices(SparseMatrices source) {
        this.source = source;
        this.a = new Side("A", source.a());
        this.b = new Side("B", source.b());
        layout.part(VALUES, valueBytes());
        addTo(layout, a);
        addTo(layout, b);
    }

    private static void addTo(Layout parts, Side side) {
        SparseMatrix matrix = side.matrix();
        parts.part(side.name() + ROWS, (matrix.rows() + 1L) * Long.BYTES)
                .part(side.name() + COLUMNS, (long) matrix.entries() * Integer.BYTES)
                .part(side.name() + COEFFICIENTS, (long) matrix.entries() * Integer.BYTES)
                .part(side.name() + LONG_ROWS, (long) side.longRows().length * Long.BYTES);
    }

    Side a() {
        return a;
    }

    Side b() {
        return b;
    }

    /** The coefficients, as v R^2. */
    MemorySegment values() {
        return source.coefficientValues();
    }

    long valueBytes() {
        return (long) source.coefficients().size() * ScalarKernels.ELEMENT_BYTES;
    }

    long bytes() {
        return layout.bytes();
    }

    /** Queues the copies to the device. */
    void upload(StagedUpload upload, long base, Work work) {
        upload.copy(values(), base + layout.offset(VALUES), work);
        upload(a, upload, base, work);
        upload(b, upload, base, work);
    }

    /** Queues A w and B w. What the matrices have no rows for becomes zero. */
    void multiply(ScalarKernels kernels, long base, long witness, long outA, long outB, long length) {
        long values = base + layout.offset(VALUES);
        kernels.multiply(at(a, base), values, witness, outA, length);
        kernels.multiply(at(b, base), values, witness, outB, length);
    }

    private DeviceMatrix at(Side side, long base) {
        return new DeviceMatrix(
                side.matrix().rows(),
                base + layout.offset(side.name() + ROWS),
                base + layout.offset(side.name() + COLUMNS),
                base + layout.offset(side.name() + COEFFICIENTS),
                base + layout.offset(side.name() + LONG_ROWS),
                side.longRows().length);
    }

    private void upload(Side side, StagedUpload upload, long base, Work work) {
        SparseMatrix matrix = side.matrix();
        DeviceMatrix place = at(side, base);
        for (long first = 0; first <= matrix.rows(); first += ROWS_A_COPY) {
            int count = (int) Math.min(ROWS_A_COPY, matrix.rows() + 1L - first);
            upload.copy(
                    side.rowStarts((int) first, count, upload.threads(work)),
                    place.rowStart() + first * Long.BYTES,
                    work);
        }
        upload.copy(matrix.columns(0, matrix.entries()), place.columns(), work);
        upload.copy(matrix.coefficients(0, matrix.entries()), place.coefficients(), work);
        upload.copy(MemorySegment.ofArray(side.longRows()), place.longRows(), work);
    }

    /** One matrix, and its rows that are a block's work each. */
    static final class Side {
        private final String name;
        private final SparseMatrix matrix;
        private final long[] longRows;
        private final int longestRow;

        private Side(String name, SparseMatrix matrix) {
            this.name = name;
            this.matrix = matrix;
            this.longRows = IntStream.range(0, matrix.rows())
                    .filter(row -> length(row) > DeviceMatrix.LONGEST_SHORT_ROW)
                    .asLongStream()
                    .toArray();
            this.longestRow = Arrays.stream(longRows)
                    .mapToInt(row -> length((int) row))
                    .max()
                    .orElse(DeviceMatrix.LONGEST_SHORT_ROW);
        }

        private int length(int row) {
            return matrix.rowStart(row + 1) - matrix.rowStart(row);
        }

        String name() {
            return name;
        }

        SparseMatrix matrix() {
            return matrix;
        }

        /**
         * Where rows start among the entries, as the device counts: in 64 bits.
         *
         * @param count row starts from that of row {@code first} on; after the last row comes the number of entries
         */
        MemorySegment rowStarts(int first, int count, Work threads) {
            long[] starts = new long[count];
            Parallel.forRanges(count, ROWS_A_THREAD, threads, (from, to) -> {
                for (int i = (int) from; i < to; i++) {
                    starts[i] = matrix.rowStart(first + i);
                }
            });
            return MemorySegment.ofArray(starts);
        }

        /** In their order. */
        long[] longRows() {
            return longRows;
        }

        /** Those from first to end - 1. */
        long[] longRows(int first, int end) {
            return Arrays.copyOfRange(longRows, place(first), place(end));
        }

        private int place(int row) {
            int found = Arrays.binarySearch(longRows, row);
            return found < 0 ? -found - 1 : found;
        }

        /** Entries of the longest row, or a little more where all are short. */
        int longestRow() {
            return longestRow;
        }
    }
}
