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
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The worker's metrics, in Prometheus' text. Labels have few values: circuits of the catalogue, stages, reason codes; never job ids.
 */
public final class WorkerMetrics {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofHours(2);

    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private final DeviceActivity activity = new DeviceActivity(System::nanoTime);
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

    /** An attempt at a job of this circuit begins. */
    public AttemptListener started(String circuit) {
        return new Attempt(circuit);
    }

    /** Parts on devices. */
    public DeviceActivity activity() {
        return activity;
    }

    private void attemptEnded(String circuit, String reason) {
        Counter.builder("proofmill.attempts")
                .description("Attempts that have ended, by outcome")
                .tags(Tags.of("circuit", circuit, "outcome", reason.isEmpty() ? "proved" : "failed", "reason", reason))
                .register(registry)
                .increment();
    }

    private void stageEnded(String circuit, String stage, long nanos) {
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

    /**
     * All of them as Prometheus reads them.
     *
     * @param contentType from {@link #contentType}
     */
    public String scrape(String contentType) {
        return registry.scrape(contentType);
    }

    /**
     * OpenMetrics for those who ask for it, Prometheus' text for all others.
     *
     * @param accept the request's header of this name, or null
     */
    static String contentType(String accept) {
        return accept != null && accept.contains("application/openmetrics-text") ? OPEN_METRICS : TEXT;
    }

    private void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder(name, value).description(description).register(registry);
    }

    private static long lag(QueueStatus status) {
        return status.partitions().stream()
                .mapToLong(partition -> partition.lag().orElse(0L))
                .sum();
    }

    /** One attempt, for counters and durations. */
    private final class Attempt implements AttemptListener {
        private static final String PROVING = "proving";

        private final String circuit;
        private final Map<Integer, String> devices = new ConcurrentHashMap<>();
        private final Map<Integer, String> busy = new ConcurrentHashMap<>();

        private Attempt(String circuit) {
            this.circuit = circuit;
        }

        @Override
        public void onDevice(int part, String device) {
            devices.put(part, device);
        }

        @Override
        public void stageStarted(int part, String stage) {
            String device = devices.get(part);
            if (stage.equals(PROVING) && device != null) {
                busy.put(part, device);
                activity.enter(device);
            }
        }

        @Override
        public void stageFinished(int part, String stage, long nanos) {
            stageEnded(circuit, stage, nanos);
            if (stage.equals(PROVING)) {
                free(part);
            }
        }

        @Override
        public void ended(String reason) {
            // A stage that failed has not told that it ended.
            busy.keySet().forEach(this::free);
            attemptEnded(reason.equals("UNKNOWN_CIRCUIT") ? "unknown" : circuit, reason);
        }

        private void free(int part) {
            String device = busy.remove(part);
            if (device != null) {
                activity.leave(device);
            }
        }
    }
}
