package io.proofmill.status;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The devices as metrics. One look at them serves all the gauges of a scrape. */
final class DeviceGauges {
    private static final long FRESH_NANOS = 1_000_000_000L;

    private final Supplier<List<DeviceReport>> devices;
    private final LongSupplier nanoClock;
    private Map<String, DeviceReport> seen = Map.of();
    private long seenAt;

    DeviceGauges(Supplier<List<DeviceReport>> devices, LongSupplier nanoClock) {
        this.devices = devices;
        this.nanoClock = nanoClock;
        look();
    }

    /** @param idle a device's idle share */
    void register(Meters meters, DeviceActivity activity, ToDoubleFunction<String> idle) {
        for (String device : List.copyOf(seen.keySet())) {
            meters.counter(Metric.DEVICE_BUSY, () -> activity.busyNanos(device) / 1e9, device);
            meters.gauge(Metric.DEVICE_IDLE, () -> idle.applyAsDouble(device), device);
            gauge(meters, Metric.DEVICE_RUNNING, device, report -> (double) report.running());
            gauge(meters, Metric.DEVICE_QUARANTINED, device, report -> report.quarantined() ? 1.0 : 0.0);
            gauge(meters, Metric.DEVICE_MEMORY, device, report -> (double) report.memoryTotal());
            gauge(meters, Metric.DEVICE_MEMORY_USED, device, report -> orNothing(report.memoryUsed()));
            gauge(meters, Metric.DEVICE_TEMPERATURE, device, report -> orNothing(report.temperatureCelsius()));
            meters.counter(Metric.DEVICE_FAULTS, () -> report(device).faults(), device);
            meters.counter(Metric.DEVICE_COPIED, () -> report(device).copiedUp(), device, "up");
            meters.counter(Metric.DEVICE_COPIED, () -> report(device).copiedDown(), device, "down");
            meters.counter(Metric.SELF_CHECK_FAILURES, device);
        }
    }

    private void gauge(Meters meters, Metric metric, String device, Function<DeviceReport, Double> value) {
        meters.gauge(metric, () -> value.apply(report(device)), device);
    }

    private static double orNothing(Optional<? extends Number> number) {
        return number.map(Number::doubleValue).orElse(Double.NaN);
    }

    private synchronized DeviceReport report(String device) {
        if (nanoClock.getAsLong() - seenAt > FRESH_NANOS) {
            look();
        }
        return seen.get(device);
    }

    private synchronized void look() {
        seen = devices.get().stream().collect(Collectors.toMap(DeviceReport::name, Function.identity()));
        seenAt = nanoClock.getAsLong();
    }
}
