package io.proofmill.gpu.bench;

import io.proofmill.gpu.msm.MsmDevice;
import io.proofmill.gpu.msm.MsmPlan;
import io.proofmill.gpu.msm.MsmSize;
import io.proofmill.gpu.msm.MsmTables;
import io.proofmill.gpu.msm.PointGroup;
import io.proofmill.groth16.KeyShape;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.math.CurveId;

/**
 * The least times that a device's measured ceilings allow, in milliseconds: field products alone for sums and transforms, bytes alone for what moves. Nothing of how the products get their
 * operands is in them.
 */
public record Floors(Ceilings ceilings) {
    /** An addition of two affine points whose inversion is shared: 5 products and a square. */
    private static final int PRODUCTS_A_PAIR = 5;

    private static final int SQUARES_A_PAIR = 1;
    /** Adding a bucket to both running sums: 20 products and 4 squares. */
    private static final int PRODUCTS_A_BUCKET = 20;

    private static final int SQUARES_A_BUCKET = 4;
    /** Base-field products in a product and in a square of the quadratic extension. A product shares one reduction between two of its three. */
    private static final double QUADRATIC_PRODUCT = 2.49;

    private static final double QUADRATIC_SQUARE = 2;
    /** A proof's transforms of its domain, whichever form its quotient has. */
    private static final int TRANSFORMS = 6;

    /** A sum as it was planned. */
    public double msm(PointGroup group, MsmPlan plan, long dense, long units) {
        double buckets = (double) plan.setCount() * (1L << (plan.windowBits() - 1));
        double pairs = Math.max(0, (double) plan.windowCount() * dense - buckets) + units;
        return pairs * additions(group, PRODUCTS_A_PAIR, SQUARES_A_PAIR)
                + (dense == 0 ? 0 : buckets * additions(group, PRODUCTS_A_BUCKET, SQUARES_A_BUCKET));
    }

    private double additions(PointGroup group, int products, int squares) {
        double product = 1e-6 / ceilings.baseProducts();
        return group == PointGroup.g1(group.curve())
                ? products * product + squares * 1e-6 / ceilings.baseSquares()
                : (products * QUADRATIC_PRODUCT + squares * QUADRATIC_SQUARE) * product;
    }

    /** A transform of 2^log elements: a product for each two elements and each bit. */
    public double ntt(int log) {
        return log * Math.scalb(1.0, log - 1) * 1e-6 / ceilings.scalarProducts();
    }

    /** Bytes that a kernel reads and writes. */
    public double bytes(long bytes) {
        return bytes * 1e-6 / ceilings.copyGigabytesPerSecond();
    }

    /**
     * A whole proof with its key on the device: the witness' way up, six transforms, and sums of which every one has as many dense and unit scalars as its share of the assignment.
     *
     * @param mix of the assignment's values; the quotient's scalars are dense
     */
    public double proof(ProvingKey key, MsmDevice device, Mix mix) {
        KeyShape shape = key.shape();
        CurveId curve = shape.curve();
        PointGroup g1 = PointGroup.g1(curve);
        double upload = shape.variables() * 32e-6 / ceilings.uploadGigabytesPerSecond();
        return upload
                + TRANSFORMS * ntt(shape.domainLog())
                + sum(g1, device, Mix.UNIFORM, key.quotient().points().size())
                + sum(g1, device, mix, key.l().points().size())
                + sum(g1, device, mix, key.a().points().size())
                + sum(g1, device, mix, key.b1().points().size())
                + sum(PointGroup.g2(curve), device, mix, key.b2().points().size());
    }

    private double sum(PointGroup group, MsmDevice device, Mix mix, long points) {
        long dense = Math.round(points * (1 - mix.zeros() - mix.ones() - mix.minusOnes()));
        long units = Math.round(points * (mix.ones() + mix.minusOnes()));
        MsmPlan plan =
                new MsmPlan(new MsmSize(group, points, dense, units, MsmTables.NONE, device, MsmSize.USEFUL_SCRATCH));
        return msm(group, plan, dense, units);
    }
}
