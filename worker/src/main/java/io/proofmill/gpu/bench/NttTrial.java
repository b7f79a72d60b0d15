package io.proofmill.gpu.bench;

import io.proofmill.gpu.driver.DeviceMemory;
import io.proofmill.gpu.ntt.NttPlan;
import io.proofmill.gpu.ntt.NttPlan.Flow;
import io.proofmill.gpu.ntt.ScalarKernels;
import io.proofmill.gpu.ntt.Scaling;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.PrimeField;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/** Transforms of one random vector that stays on the device. A transform followed by its inverse must give the vector back, byte for byte. */
public final class NttTrial implements AutoCloseable {
    /** Any generator of the field's roots of unity serves: 5 is circom's. */
    private static final BigInteger GENERATOR = BigInteger.valueOf(5);

    private final BenchDevice device;
    private final NttPlan plan;
    private final ScalarKernels kernels;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment original;
    private final DeviceMemory data;
    private final DeviceMemory forward;
    private final DeviceMemory inverse;
    private final DeviceMemory mean;

    public NttTrial(BenchDevice device, CurveId curve, int log, long seed) {
        this.device = device;
        this.plan = new NttPlan(log);
        this.kernels = new ScalarKernels(device.kernels(), curve, device.stream());
        PrimeField field = Curve.of(curve).fr();
        BigInteger root = field.rootOfUnity(GENERATOR, log);
        original = new SampleScalars(field).draw(1L << log, Mix.UNIFORM, seed, arena);
        data = device.upload(original);
        forward = device.context().allocate(plan.tableBytes());
        inverse = device.context().allocate(plan.tableBytes());
        mean = device.context().allocate(ScalarKernels.ELEMENT_BYTES);
        kernels.fillTable(forward.address(), root, plan);
        kernels.fillTable(inverse.address(), root.modInverse(field.modulus()), plan);
        kernels.fillConstant(mean.address(), BigInteger.TWO.pow(log).modInverse(field.modulus()));
        device.stream().synchronize();
    }

    /** The input, in Montgomery form and natural order. */
    public MemorySegment original() {
        return original;
    }

    /** A transform from natural to bit-reversed order, in place, of several in a row: milliseconds. */
    public double run() {
        return device.timeRepeated(this::decimateInFrequency);
    }

    private void decimateInFrequency() {
        transform(Flow.DECIMATION_IN_FREQUENCY, forward, Scaling.NONE);
    }

    /** The values at the root's powers, in natural order, from the original. */
    public MemorySegment values(Arena target) {
        restore();
        decimateInFrequency();
        kernels.reverse(data.address(), plan);
        return download(target);
    }

    /** A transform and its inverse over the original; throws when that is not the identity. */
    public void check() {
        restore();
        decimateInFrequency();
        transform(Flow.DECIMATION_IN_TIME, inverse, Scaling.constantAt(mean.address()));
        try (Arena target = Arena.ofShared()) {
            long mismatch = download(target).mismatch(original);
            if (mismatch >= 0) {
                throw new IllegalStateException("a transform of 2^" + plan.log()
                        + " elements and its inverse change element " + mismatch / ScalarKernels.ELEMENT_BYTES);
            }
        }
    }

    private void transform(Flow flow, DeviceMemory table, Scaling scaling) {
        kernels.transform(flow, data.address(), 1L << plan.log(), 1, table.address(), scaling, plan);
    }

    private void restore() {
        device.stream().upload(original, data.address());
    }

    private MemorySegment download(Arena target) {
        MemorySegment values = target.allocate(data.bytes(), ScalarKernels.ELEMENT_BYTES);
        device.stream().download(data.address(), values);
        device.stream().synchronize();
        return values;
    }

    @Override
    public void close() {
        device.stream().synchronize();
        data.close();
        forward.close();
        inverse.close();
        mean.close();
        arena.close();
    }
}
