package io.proofmill.gpu;

import io.proofmill.gpu.memory.Layout;
import io.proofmill.gpu.ntt.NttPlan;
import io.proofmill.gpu.ntt.NttPlan.Flow;
import io.proofmill.gpu.ntt.ScalarKernels;
import io.proofmill.gpu.ntt.ScalarKernels.Form;
import io.proofmill.gpu.ntt.Scaling;
import io.proofmill.groth16.Quotient;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.PrimeField;
import java.math.BigInteger;

/**
 * The quotient's scalars on a device: the transforms' tables for one domain, and the six transforms of either form. Tables take 256 MiB at most.
 *
 * <p>Transforms to coefficients leave bit-reversed order and transforms back take it, so nothing is permuted but bellman's result.
 */
final class Domain {
    private static final String FORWARD = "forward table";
    private static final String INVERSE = "inverse table";
    private static final String TO_COSET = "scaling to the coset";
    private static final String FROM_COSET = "scaling from the coset";
    private static final String MEAN = "1 / N";

    private final NttPlan plan;
    private final PrimeField field;
    private final BigInteger root;
    private final BigInteger shift;
    private final BigInteger inverseSize;
    private final Layout layout = new Layout();

    /** The domain of 2^log powers of a root of unity, itself a power of the key's generator. */
    Domain(CurveId curve, int log, BigInteger generator) {
        this.plan = new NttPlan(log);
        this.field = Curve.of(curve).fr();
        this.root = field.rootOfUnity(generator, log);
        this.shift = cosetShift(field, log, generator);
        this.inverseSize = BigInteger.TWO.pow(log).modInverse(field.modulus());
        layout.part(FORWARD, plan.tableBytes())
                .part(INVERSE, plan.tableBytes())
                .part(TO_COSET, plan.scalingBytes())
                .part(FROM_COSET, plan.scalingBytes())
                .part(MEAN, ScalarKernels.ELEMENT_BYTES);
    }

    /** A primitive 2N-th root of unity, so that the coset is the odd ones; where the field has none, snarkjs takes the generator's square. */
    private static BigInteger cosetShift(PrimeField field, int log, BigInteger generator) {
        return log < field.twoAdicity() ? field.rootOfUnity(generator, log + 1) : generator.pow(2);
    }

    /** Elements of a vector. */
    long size() {
        return 1L << plan.log();
    }

    /** Bytes of the tables. */
    long bytes() {
        return layout.bytes();
    }

    /** Queues the filling of the tables. */
    void fill(ScalarKernels kernels, long base) {
        kernels.fillTable(base + layout.offset(FORWARD), root, plan);
        kernels.fillTable(base + layout.offset(INVERSE), root.modInverse(field.modulus()), plan);
        kernels.fillScaling(base + layout.offset(TO_COSET), inverseSize, shift, plan);
        kernels.fillScaling(base + layout.offset(FROM_COSET), inverseSize, shift.modInverse(field.modulus()), plan);
        kernels.fillConstant(base + layout.offset(MEAN), inverseSize);
    }

    /**
     * Queues the quotient's computation.
     *
     * @param base address of the tables
     * @param vectors address of three vectors: A w, B w (both in Montgomery form), and room; the first receives the scalars, canonical
     */
    void quotient(ScalarKernels kernels, Quotient.Form form, long base, long vectors) {
        long bytes = size() * ScalarKernels.ELEMENT_BYTES;
        long a = vectors;
        long b = vectors + bytes;
        long c = vectors + 2 * bytes;
        Transforms transforms = new Transforms(kernels, base);
        kernels.product(c, a, b, size());
        switch (form) {
            case ODD_ROOTS -> {
                transforms.toCoefficients(a, 3, plan.scalingAt(base + layout.offset(TO_COSET)));
                transforms.toValues(a, 3);
                kernels.productMinus(a, a, b, c, size(), Form.CANONICAL);
            }
            case COEFFICIENTS -> {
                transforms.toCoefficients(a, 2, plan.scalingAt(base + layout.offset(TO_COSET)));
                transforms.toValues(a, 2);
                transforms.toCoefficients(c, 1, Scaling.constantAt(base + layout.offset(MEAN)));
                kernels.product(a, a, b, size());
                transforms.toCoefficients(a, 1, plan.scalingAt(base + layout.offset(FROM_COSET)));
                kernels.scaledDifference(a, a, c, inverseOfVanishing(), size(), Form.CANONICAL);
                kernels.reverse(a, plan);
            }
        }
    }

    /** The two directions, over neighbouring vectors. */
    private final class Transforms {
        private final ScalarKernels kernels;
        private final long base;

        Transforms(ScalarKernels kernels, long base) {
            this.kernels = kernels;
            this.base = base;
        }

        void toCoefficients(long data, int vectors, Scaling scaling) {
            long table = base + layout.offset(INVERSE);
            kernels.transform(Flow.DECIMATION_IN_FREQUENCY, data, size(), vectors, table, scaling, plan);
        }

        void toValues(long data, int vectors) {
            long table = base + layout.offset(FORWARD);
            kernels.transform(Flow.DECIMATION_IN_TIME, data, size(), vectors, table, Scaling.NONE, plan);
        }
    }

    /** 1 / (x^N - 1) on the coset, where it is constant. */
    private BigInteger inverseOfVanishing() {
        BigInteger vanishing =
                shift.modPow(BigInteger.valueOf(size()), field.modulus()).subtract(BigInteger.ONE);
        return vanishing.modInverse(field.modulus());
    }
}
