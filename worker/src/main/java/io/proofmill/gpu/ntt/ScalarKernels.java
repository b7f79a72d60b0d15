package io.proofmill.gpu.ntt;

import io.proofmill.gpu.driver.KernelArguments;
import io.proofmill.gpu.driver.KernelFunction;
import io.proofmill.gpu.driver.Kernels;
import io.proofmill.gpu.driver.LaunchShape;
import io.proofmill.gpu.driver.Stream;
import io.proofmill.gpu.ntt.NttPlan.Flow;
import io.proofmill.gpu.ntt.NttPlan.Pass;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.PrimeField;
import java.math.BigInteger;

/** The kernels over one scalar field, as methods that queue them. Elements are 32 bytes in Montgomery form; all {@code long}s named for data are device addresses. */
public final class ScalarKernels {
    /** Bytes of an element. */
    public static final int ELEMENT_BYTES = 32;

    private static final int THREADS = 256;
    /** Elementwise kernels stride over their input: this many blocks fill any device. */
    private static final long MOST_BLOCKS = 1 << 14;

    private final Kernels kernels;
    private final PrimeField field;
    private final String suffix;
    private final Stream stream;

    /** The kernels of the curve's scalar field, queued on a stream. */
    public ScalarKernels(Kernels kernels, CurveId curve, Stream stream) {
        this.kernels = kernels;
        this.field = Curve.of(curve).fr();
        this.suffix = curve == CurveId.BN254 ? "bn254" : "bls12_381";
        this.stream = stream;
    }

    /** Form of a kernel's result. */
    public enum Form {
        MONTGOMERY(0),
        /** Plain integers below the prime, as an MSM takes them. */
        CANONICAL(1);

        private final int code;

        Form(int code) {
            this.code = code;
        }
    }

    /** Fills a transform's table ({@link NttPlan#tableBytes()}) for a primitive root of unity of order 2^n. */
    public void fillTable(long table, BigInteger root, NttPlan plan) {
        stream.launch(
                kernel("ntt_table"),
                LaunchShape.covering(plan.tableEntries(), THREADS),
                new KernelArguments()
                        .address(table)
                        .words(element(root))
                        .int32(plan.log())
                        .int32(plan.logDirect()));
    }

    /** Fills factors scale * base^k for all k below 2^n into {@link NttPlan#scalingBytes()} bytes. */
    public void fillScaling(long address, BigInteger scale, BigInteger base, NttPlan plan) {
        Scaling scaling = plan.scalingAt(address);
        long lowCount = 1L << scaling.logLow();
        fillPowers(scaling.low(), base, scale, lowCount);
        BigInteger stride = base.modPow(BigInteger.valueOf(lowCount), field.modulus());
        fillPowers(scaling.high(), stride, BigInteger.ONE, 1L << (plan.log() - scaling.logLow()));
    }

    /** Fills one factor for all elements into 32 bytes. */
    public void fillConstant(long address, BigInteger scale) {
        fillPowers(address, BigInteger.ONE, scale, 1);
    }

    private void fillPowers(long out, BigInteger base, BigInteger scale, long count) {
        stream.launch(
                kernel("ntt_powers"),
                LaunchShape.covering(count, THREADS),
                new KernelArguments()
                        .address(out)
                        .words(element(base))
                        .words(element(scale))
                        .int64(count));
    }

    /** Transforms {@code vectors} vectors that lie {@code stride} elements apart, in place. */
    public void transform(Flow flow, long data, long stride, int vectors, long table, Scaling scaling, NttPlan plan) {
        KernelFunction kernel = kernel("ntt_" + flow.label());
        LaunchShape shape = LaunchShape.of(plan.tiles(), vectors, NttPlan.PASS_THREADS, 0);
        for (Pass pass : plan.passes(flow)) {
            stream.launch(
                    kernel,
                    shape,
                    new KernelArguments()
                            .address(data)
                            .int64(stride)
                            .address(table)
                            .int32(plan.log())
                            .int32(pass.logBlock())
                            .int32(pass.logRadix())
                            .int32(plan.logDirect())
                            .address(scaling.low())
                            .address(scaling.high())
                            .int32(scaling.logLow()));
        }
    }

    /** Permutes a vector by bit reversal, in place. */
    public void reverse(long data, NttPlan plan) {
        stream.launch(
                kernel("ntt_reverse"),
                LaunchShape.of(1L << Math.max(plan.log() - 8, 0), THREADS),
                new KernelArguments().address(data).int64(1L << plan.log()).int32(plan.log()));
    }

    /**
     * Matrix times vector. Rows longer than the matrix' limit are computed by a kernel of their own.
     *
     * @param length elements of {@code out}; what the matrix has no row for becomes zero
     */
    public void multiply(DeviceMatrix matrix, long values, long vector, long out, long length) {
        stream.launch(
                kernel("spmv"),
                elementwise(length),
                new KernelArguments()
                        .address(out)
                        .address(matrix.rowStart())
                        .address(matrix.columns())
                        .address(matrix.coefficients())
                        .address(values)
                        .address(vector)
                        .int64(matrix.rows())
                        .int64(length)
                        .int64(DeviceMatrix.LONGEST_SHORT_ROW));
        if (matrix.longRowCount() > 0) {
            stream.launch(
                    kernel("spmv_long"),
                    LaunchShape.of(matrix.longRowCount(), THREADS),
                    new KernelArguments()
                            .address(out)
                            .address(matrix.rowStart())
                            .address(matrix.columns())
                            .address(matrix.coefficients())
                            .address(values)
                            .address(vector)
                            .address(matrix.longRows())
                            .int64(matrix.longRowCount()));
        }
    }

    /** out[i] = vector[indexes[i]], for 32-bit indexes and elements in whatever form. */
    public void pick(long out, long vector, long indexes, long count) {
        stream.launch(
                kernels.function("pick", "pick_elements"),
                elementwise(2 * count),
                new KernelArguments()
                        .address(out)
                        .address(vector)
                        .address(indexes)
                        .int64(count));
    }

    /** out = a b, element by element. */
    public void product(long out, long a, long b, long count) {
        stream.launch(
                kernel("vector_product"),
                elementwise(count),
                new KernelArguments().address(out).address(a).address(b).int64(count));
    }

    /** out = a b - c, element by element. */
    public void productMinus(long out, long a, long b, long c, long count, Form form) {
        stream.launch(
                kernel("vector_product_minus"),
                elementwise(count),
                new KernelArguments()
                        .address(out)
                        .address(a)
                        .address(b)
                        .address(c)
                        .int64(count)
                        .int32(form.code));
    }

    /** out = (a - b) s, element by element. */
    public void scaledDifference(long out, long a, long b, BigInteger s, long count, Form form) {
        stream.launch(
                kernel("vector_scaled_difference"),
                elementwise(count),
                new KernelArguments()
                        .address(out)
                        .address(a)
                        .address(b)
                        .words(element(s))
                        .int64(count)
                        .int32(form.code));
    }

    private static LaunchShape elementwise(long count) {
        return LaunchShape.of(Math.clamp(Math.ceilDiv(count, THREADS), 1, MOST_BLOCKS), THREADS);
    }

    private KernelFunction kernel(String name) {
        return kernels.function("quotient_" + suffix, name + "_" + suffix);
    }

    private long[] element(BigInteger value) {
        long[] words = field.newElement();
        field.fromBigInteger(value, words, 0);
        return words;
    }
}
