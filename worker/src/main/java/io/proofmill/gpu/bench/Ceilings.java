package io.proofmill.gpu.bench;

import io.proofmill.gpu.driver.DeviceMemory;
import io.proofmill.gpu.driver.PinnedMemory;
import java.lang.foreign.Arena;

/**
 * What the device can do at best, measured: figures to hold others against.
 *
 * @param copyGigabytesPerSecond bytes read plus bytes written by a copy on the device
 * @param uploadGigabytesPerSecond from pinned host memory
 * @param downloadGigabytesPerSecond to pinned host memory
 */
public record Ceilings(
        double copyGigabytesPerSecond, double uploadGigabytesPerSecond, double downloadGigabytesPerSecond) {
    private static final long DEVICE_BYTES = 4L << 30;
    private static final long HOST_BYTES = 256L << 20;
    private static final int RUNS = 5;

    /** Copies 4 GiB on the device and 256 MiB each way, five times after a warm-up; takes the median. */
    public static Ceilings measure(BenchDevice device) {
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
            return new Ceilings(rate(2 * DEVICE_BYTES, copy), rate(HOST_BYTES, up), rate(HOST_BYTES, down));
        }
    }

    private static double rate(long bytes, Timings timings) {
        return bytes / timings.median() / 1e6;
    }
}
