package io.proofmill.gpu.bench;

import io.proofmill.gpu.driver.DeviceMemory;
import io.proofmill.gpu.ntt.DeviceMatrix;
import io.proofmill.gpu.ntt.ScalarKernels;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.CoefficientTable;
import io.proofmill.groth16.SparseMatrices;
import io.proofmill.groth16.SparseMatrix;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A sparse matrix times a vector, both on the device: as many columns as rows, {@link #ENTRIES_A_ROW} entries a row at random columns, a table of {@link #COEFFICIENTS} coefficients, and a
 * dense vector. The product must be the processor's.
 */
public final class SpmvTrial implements AutoCloseable {
    /** Entries a row. */
    public static final int ENTRIES_A_ROW = 3;
    /** Distinct coefficients. */
    public static final int COEFFICIENTS = 256;

    private final BenchDevice device;
    private final ScalarKernels kernels;
    private final long rows;
    private final SparseMatrices host;
    private final Assignment vector;
    private final List<DeviceMemory> owned = new ArrayList<>();
    private final DeviceMatrix matrix;
    private final DeviceMemory values;
    private final DeviceMemory vectorOnDevice;
    private final DeviceMemory product;

    public SpmvTrial(BenchDevice device, CurveId curve, int log, long seed) {
        this.device = device;
        this.kernels = new ScalarKernels(device.kernels(), curve, device.stream());
        this.rows = 1L << log;
        PrimeField field = Curve.of(curve).fr();
        int[] start = new int[Math.toIntExact(rows + 1)];
        int[] columns = new int[Math.toIntExact(rows * ENTRIES_A_ROW)];
        int[] coefficients = new int[columns.length];
        SplittableRandom random = new SplittableRandom(seed);
        for (int row = 0; row <= rows; row++) {
            start[row] = row * ENTRIES_A_ROW;
        }
        for (int entry = 0; entry < columns.length; entry++) {
            columns[entry] = random.nextInt((int) rows);
            coefficients[entry] = random.nextInt(COEFFICIENTS);
        }
        SparseMatrix sparse = new SparseMatrix(start, columns, coefficients);
        this.host = new SparseMatrices(
                field, sparse, new SparseMatrix(new int[start.length], new int[0], new int[0]), table(field, seed));
        this.vector = Assignment.allocate(curve, rows);
        try (Arena arena = Arena.ofShared()) {
            vector.values().copyFrom(new SampleScalars(field).draw(rows, Mix.UNIFORM, seed, arena));
        }
        long[] longStart = Arrays.stream(start).asLongStream().toArray();
        this.matrix = new DeviceMatrix(
                rows,
                own(MemorySegment.ofArray(longStart)).address(),
                own(MemorySegment.ofArray(columns)).address(),
                own(MemorySegment.ofArray(coefficients)).address(),
                0,
                0);
        this.values = own(MemorySegment.ofArray(host.coefficients().doubleMontgomery()));
        this.vectorOnDevice = own(vector.values());
        this.product = device.context().allocate(rows * ScalarKernels.ELEMENT_BYTES);
        owned.add(product);
    }

    private static CoefficientTable table(PrimeField field, long seed) {
        CoefficientTable table = new CoefficientTable(field);
        SampleScalars sample = new SampleScalars(field);
        long[] value = field.newElement();
        try (Arena arena = Arena.ofShared()) {
            MemorySegment drawn = sample.draw(COEFFICIENTS, Mix.UNIFORM, seed + 1, arena);
            for (long i = 0; table.size() < COEFFICIENTS; i++) {
                field.read(drawn, i * Scalars.BYTES, value, 0);
                table.indexOf(value);
            }
        }
        return table;
    }

    private DeviceMemory own(MemorySegment segment) {
        DeviceMemory memory = device.upload(segment);
        owned.add(memory);
        return memory;
    }

    /** A product of several in a row: milliseconds. */
    public double run() {
        return device.timeRepeated(
                () -> kernels.multiply(matrix, values.address(), vectorOnDevice.address(), product.address(), rows));
    }

    /** Throws when the last product is not the processor's. */
    public void check() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment expected = arena.allocate(product.bytes(), Scalars.BYTES);
            MemorySegment other = arena.allocate(product.bytes(), Scalars.BYTES);
            host.multiply(vector, expected, other, Work.UNATTENDED);
            MemorySegment found = arena.allocate(product.bytes(), Scalars.BYTES);
            device.stream().download(product.address(), found);
            device.stream().synchronize();
            long mismatch = found.mismatch(expected);
            if (mismatch >= 0) {
                throw new IllegalStateException("the product's row " + mismatch / ScalarKernels.ELEMENT_BYTES
                        + " differs from the processor's");
            }
        }
    }

    /** Bytes that a product reads and writes at least: the matrix, and a vector element for each entry and row. */
    public long bytes() {
        long entries = rows * ENTRIES_A_ROW;
        return entries * (2L * Integer.BYTES + ScalarKernels.ELEMENT_BYTES)
                + rows * (Long.BYTES + ScalarKernels.ELEMENT_BYTES);
    }

    @Override
    public void close() {
        device.stream().synchronize();
        owned.forEach(DeviceMemory::close);
        vector.close();
    }
}
