package io.proofmill.gpu.bench;

import io.proofmill.gpu.driver.DeviceMemory;
import io.proofmill.gpu.driver.KernelArguments;
import io.proofmill.gpu.driver.LaunchShape;
import io.proofmill.gpu.driver.PinnedMemory;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.PrimeField;
import java.lang.foreign.Arena;

/**
 * What the device can do at best, measured: figures to hold others against.
 *
 * @param copyGigabytesPerSecond bytes read plus bytes written by a copy on the device
 * @param uploadGigabytesPerSecond from pinned host memory
 * @param downloadGigabytesPerSecond to pinned host memory
 * @param baseProducts billions of Montgomery products a second in the curve's base field, in registers
 * @param baseSquares billions of squares a second in the base field
 * @param scalarProducts billions of products a second in the scalar field
 */
public record Ceilings(
        double copyGigabytesPerSecond,
        double uploadGigabytesPerSecond,
        double downloadGigabytesPerSecond,
        double baseProducts,
        double baseSquares,
        double scalarProducts) {
    private static final long DEVICE_BYTES = 4L << 30;
    private static final long HOST_BYTES = 256L << 20;
    private static final int RUNS = 5;
    private static final int THREADS = 256;
    private static final int BLOCKS_A_MULTIPROCESSOR = 32;
    private static final int ROUNDS = 2000;

    /** Copies 4 GiB on the device and 256 MiB each way, and multiplies, five times after a warm-up each; takes the median. */
    public static Ceilings measure(BenchDevice device, CurveId curve) {
        try (DeviceMemory from = device.context().allocate(DEVICE_BYTES);
                DeviceMemory to = device.context().allocate(DEVICE_BYTES);
                Arena arena = Arena.ofShared();
                PinnedMemory host = device.context().pin(arena.allocate(HOST_BYTES, 4096))) {
            Timings copy = Timings.measure(
                    2, RUNS, () -> device.time(() -> device.stream().copy(from.address(), to.address(), DEVICE_BYTES)));
            Timings up = Timings.measure(
                    1, RUNS, () -> device.time(() -> device.stream().upload(host.segment(), to.address())));
            Timings down = Timings.measure(
                    1, RUNS, () -> device.time(() -> device.stream().download(from.address(), host.segment())));
            String name = curve == CurveId.BN254 ? "bn254" : "bls12_381";
            PrimeField base = Curve.of(curve).fq();
            PrimeField scalar = Curve.of(curve).fr();
            return new Ceilings(
                    rate(2 * DEVICE_BYTES, copy),
                    rate(HOST_BYTES, up),
                    rate(HOST_BYTES, down),
                    arithmetic(device, "multiply_rate_" + name + "_fq", base, to),
                    arithmetic(device, "square_rate_" + name + "_fq", base, to),
                    arithmetic(device, "multiply_rate_" + name + "_fr", scalar, to));
        }
    }

    private static double rate(long count, Timings timings) {
        return count / timings.median() / 1e6;
    }

    private static double arithmetic(BenchDevice device, String kernel, PrimeField field, DeviceMemory out) {
        long blocks = (long) device.device().multiprocessors() * BLOCKS_A_MULTIPROCESSOR;
        if (blocks * THREADS * field.bytes() > out.bytes()) {
            throw new IllegalStateException("no room for the results of " + kernel);
        }
        KernelArguments arguments = new KernelArguments().address(out.address()).int32(ROUNDS);
        Timings timings = Timings.measure(
                1,
                RUNS,
                () -> device.time(() -> device.stream()
                        .launch(
                                device.kernels().function("rate", kernel),
                                LaunchShape.of(blocks, THREADS),
                                arguments)));
        return rate(blocks * THREADS * ROUNDS, timings);
    }
}
