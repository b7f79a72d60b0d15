package io.proofmill.status;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.core.metrics.Info;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;

/** Makes the meters of {@link Metric}, each with its description, unit and labels. */
final class Meters {
    /** Milliseconds to hours, three a decade at first: what a kernel takes and what a sealed sector takes. */
    private static final Duration[] BUCKETS = Stream.concat(
                    Stream.of(1, 2, 5, 10, 25, 50, 100, 250, 500).map(Duration::ofMillis),
                    Stream.of(1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 21_600)
                            .map(Duration::ofSeconds))
            .toArray(Duration[]::new);

    /** The registry holds what function counters read from by weak references only. */
    private final List<DoubleSupplier> totals = new CopyOnWriteArrayList<>();

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    PrometheusMeterRegistry registry() {
        return registry;
    }

    void info(Metric metric, String value) {
        Info info = Info.builder()
                .name(metric.meter())
                .help(metric.help())
                .labelNames(metric.labels().getFirst())
                .register(registry.getPrometheusRegistry());
        info.addLabelValues(value);
    }

    Counter counter(Metric metric, String... values) {
        return Counter.builder(metric.meter())
                .description(metric.help())
                .baseUnit(metric.unit().isEmpty() ? null : metric.unit())
                .tags(tags(metric, values))
                .register(registry);
    }

    void counter(Metric metric, DoubleSupplier total, String... values) {
        totals.add(total);
        FunctionCounter.builder(metric.meter(), total, DoubleSupplier::getAsDouble)
                .description(metric.help())
                .baseUnit(metric.unit().isEmpty() ? null : metric.unit())
                .tags(tags(metric, values))
                .register(registry);
    }

    /** @param value not a number where nothing is known */
    void gauge(Metric metric, DoubleSupplier value, String... values) {
        Gauge.builder(metric.meter(), value, DoubleSupplier::getAsDouble)
                .description(metric.help())
                .tags(tags(metric, values))
                .strongReference(true)
                .register(registry);
    }

    Timer timer(Metric metric, String... values) {
        return Timer.builder(metric.meter())
                .description(metric.help())
                .tags(tags(metric, values))
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    private static Tags tags(Metric metric, String... values) {
        if (values.length != metric.labels().size()) {
            throw new IllegalArgumentException(metric + " has the labels " + metric.labels());
        }
        Tags tags = Tags.empty();
        for (int i = 0; i < values.length; i++) {
            tags = tags.and(metric.labels().get(i), values[i]);
        }
        return tags;
    }
}
