package io.proofmill.status;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.proofmill.engine.MemoryBudget;
import io.proofmill.queue.QueueStatus;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * The worker's metrics, in Prometheus' text. Labels have few values: circuits of the catalogue, stages, reason codes; never job ids.
 */
public final class WorkerMetrics {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofHours(2);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    /**
     * @param queue the queue's snapshot of now
     * @param budget memory outside the heap
     */
    public WorkerMetrics(Supplier<QueueStatus> queue, MemoryBudget budget, String build) {
        gauge(
                "proofmill.jobs.in.flight",
                "Jobs that run or wait for their start",
                () -> queue.get().running().size()
                        + queue.get().buffered().values().stream()
                                .mapToInt(Integer::intValue)
                                .sum());
        gauge(
                "proofmill.jobs.delayed",
                "Retries that wait for their time",
                () -> queue.get().delayed());
        gauge(
                "proofmill.queue.lag.records",
                "Records behind the committed offsets that are neither in flight nor parked: what to scale by",
                () -> lag(queue.get()));
        gauge(
                "proofmill.partitions.owned",
                "Partitions that this worker owns",
                () -> queue.get().partitions().size());
        gauge(
                "proofmill.troubles",
                "Kinds of trouble of the surroundings that the worker waits for",
                () -> queue.get().troubles().size());
        gauge("proofmill.memory.reserved.bytes", "Memory outside the heap that is reserved", budget::reserved);
        gauge("proofmill.memory.limit.bytes", "Budget of memory outside the heap", budget::total);
        Gauge.builder("proofmill.build.info", () -> 1)
                .description("Which build this is")
                .tag("build", build)
                .register(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
    }

    /** An attempt has ended. */
    public void attemptEnded(String circuit, String reason) {
        Counter.builder("proofmill.attempts")
                .description("Attempts that have ended, by outcome")
                .tags(Tags.of("circuit", circuit, "outcome", reason.isEmpty() ? "proved" : "failed", "reason", reason))
                .register(registry)
                .increment();
    }

    /** A stage has ended. */
    public void stageEnded(String circuit, String stage, long nanos) {
        Timer.builder("proofmill.stage")
                .description("Duration of the stages of proving")
                .tags(Tags.of("circuit", circuit, "stage", stage))
                .publishPercentileHistogram()
                .minimumExpectedValue(SHORTEST)
                .maximumExpectedValue(LONGEST)
                .register(registry)
                .record(Duration.ofNanos(nanos));
    }

    /** For further meters, the devices' for example. */
    public MeterRegistry registry() {
        return registry;
    }

    /** All of them as Prometheus reads them. */
    public String scrape() {
        return registry.scrape();
    }

    private void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).register(registry);
    }

    private static long lag(QueueStatus status) {
        return status.partitions().stream()
                .mapToLong(partition -> partition.lag().orElse(0L))
                .sum();
    }
}
