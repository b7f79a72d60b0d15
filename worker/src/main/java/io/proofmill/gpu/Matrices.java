package io.proofmill.gpu;

import io.proofmill.gpu.memory.Layout;
import io.proofmill.gpu.ntt.DeviceMatrix;
import io.proofmill.gpu.ntt.ScalarKernels;
import io.proofmill.groth16.SparseMatrices;
import io.proofmill.groth16.SparseMatrix;
import io.proofmill.math.Work;
import java.lang.foreign.MemorySegment;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** A key's two matrices on a device. Coefficients are v R^2 and the witness canonical, so that products come out in Montgomery form without a conversion. */
final class Matrices {
    private static final String VALUES = "matrix values";
    /** Entries that the host lays out at a time. */
    private static final long ENTRIES_A_COPY = 1 << 21;

    private final SparseMatrices source;
    private final Sparse a;
    private final Sparse b;
    private final Layout layout = new Layout();

    Matrices(SparseMatrices source) {
        this.source = source;
        this.a = new Sparse("A", source.a());
        this.b = new Sparse("B", source.b());
        layout.part(VALUES, (long) source.coefficients().size() * ScalarKernels.ELEMENT_BYTES);
        a.addTo(layout);
        b.addTo(layout);
    }

    long bytes() {
        return layout.bytes();
    }

    /** Queues the copies to the device. */
    void upload(StagedUpload upload, long base, Work work) {
        upload.copy(
                MemorySegment.ofArray(source.coefficients().doubleMontgomery()), base + layout.offset(VALUES), work);
        a.upload(upload, base, work);
        b.upload(upload, base, work);
    }

    /** Queues A w and B w. What the matrices have no rows for becomes zero. */
    void multiply(ScalarKernels kernels, long base, long witness, long outA, long outB, long length) {
        long values = base + layout.offset(VALUES);
        kernels.multiply(a.at(base), values, witness, outA, length);
        kernels.multiply(b.at(base), values, witness, outB, length);
    }

    /** One matrix' arrays. */
    private final class Sparse {
        private final String name;
        private final SparseMatrix source;
        private final long[] longRows;

        Sparse(String name, SparseMatrix source) {
            this.name = name;
            this.source = source;
            this.longRows = IntStream.range(0, source.rows())
                    .filter(row -> source.rowStart(row + 1) - source.rowStart(row) > DeviceMatrix.LONGEST_SHORT_ROW)
                    .asLongStream()
                    .toArray();
        }

        void addTo(Layout parts) {
            parts.part(name + " rows", (source.rows() + 1L) * Long.BYTES)
                    .part(name + " columns", (long) source.entries() * Integer.BYTES)
                    .part(name + " coefficients", (long) source.entries() * Integer.BYTES)
                    .part(name + " long rows", (long) longRows.length * Long.BYTES);
        }

        DeviceMatrix at(long base) {
            return new DeviceMatrix(
                    source.rows(),
                    base + layout.offset(name + " rows"),
                    base + layout.offset(name + " columns"),
                    base + layout.offset(name + " coefficients"),
                    base + layout.offset(name + " long rows"),
                    longRows.length);
        }

        void upload(StagedUpload upload, long base, Work work) {
            DeviceMatrix matrix = at(base);
            forPieces(source.rows() + 1L, (first, end) -> {
                long[] starts =
                        IntStream.range(first, end).mapToLong(source::rowStart).toArray();
                upload.copy(MemorySegment.ofArray(starts), matrix.rowStart() + (long) first * Long.BYTES, work);
            });
            copyInts(upload, source::column, matrix.columns(), work);
            copyInts(upload, source::coefficient, matrix.coefficients(), work);
            upload.copy(MemorySegment.ofArray(longRows), matrix.longRows(), work);
        }

        private void copyInts(StagedUpload upload, IntUnaryOperator values, long address, Work work) {
            forPieces(source.entries(), (first, end) -> {
                int[] piece = IntStream.range(first, end).map(values).toArray();
                upload.copy(MemorySegment.ofArray(piece), address + (long) first * Integer.BYTES, work);
            });
        }
    }

    private static void forPieces(long count, Piece piece) {
        for (long first = 0; first < count; first += ENTRIES_A_COPY) {
            piece.copy((int) first, (int) Math.min(count, first + ENTRIES_A_COPY));
        }
    }

    /** Copies the entries from first (inclusive) to end (exclusive). */
    @FunctionalInterface
    private interface Piece {
        void copy(int first, int end);
    }
}
