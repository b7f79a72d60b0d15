package io.proofmill.status;

import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.proofmill.engine.MemoryBudget;
import io.proofmill.queue.JobMoments;
import io.proofmill.queue.QueueListener;
import io.proofmill.queue.QueueStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The worker's metrics; {@link Metric} lists them. Thread-safe. */
public final class WorkerMetrics implements QueueListener {
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

    private final DeviceActivity activity = new DeviceActivity(System::nanoTime);
    private final Meters meters = new Meters();

    /** Meters that count from the first moment on, so that an increase is seen as one. */
    public WorkerMetrics(String build) {
        meters.info(Metric.BUILD, build);
        for (String outcome : List.of("proved", "dead_lettered", "retried", "repeated", "handed_back")) {
            meters.counter(Metric.JOBS, outcome, "");
        }
        for (String kind : List.of("assigned", "revoked", "lost")) {
            meters.counter(Metric.REBALANCES, kind);
        }
        for (String outcome : List.of("committed", "aborted", "too_large")) {
            meters.counter(Metric.TRANSACTIONS, outcome);
        }
        for (String kind : List.of("unavailable", "refused")) {
            meters.counter(Metric.REGISTRY_ERRORS, kind);
        }
        meters.timer(Metric.PUBLISH_DURATION);
        meters.timer(Metric.PAYLOAD_DURATION);
        new JvmMemoryMetrics().bindTo(meters.registry());
        new JvmThreadMetrics().bindTo(meters.registry());
        new ProcessorMetrics().bindTo(meters.registry());
        new UptimeMetrics().bindTo(meters.registry());
    }

    /**
     * Adds what the queue's status says.
     *
     * @param topics topics by the priority that they stand for
     */
    public void watchQueue(Supplier<QueueStatus> queue, Map<String, String> topics, Clock clock) {
        new QueueGauges(queue, meters).register(topics, clock);
    }

    /** Adds the budget of memory outside the heap. */
    public void watchMemory(MemoryBudget budget) {
        meters.gauge(Metric.MEMORY_RESERVED, budget::reserved);
        meters.gauge(Metric.MEMORY_LIMIT, budget::total);
    }

    /**
     * Adds the devices.
     *
     * @param idle a device's idle share of the last hour
     */
    public void watchDevices(Supplier<List<DeviceReport>> devices, ToDoubleFunction<String> idle) {
        new DeviceGauges(devices, System::nanoTime).register(meters, activity, idle);
    }

    /** Adds what only the status port knows. */
    public void watchFleet(
            Supplier<FleetReport> fleet, Supplier<DeadLetterBoard.Report> letters, BooleanSupplier ready) {
        meters.gauge(Metric.READY, () -> ready.getAsBoolean() ? 1 : 0);
        meters.gauge(Metric.GROUP_MEMBERS, () -> fleet.get().members().size());
        meters.gauge(Metric.GROUP_BUILDS, () -> fleet.get().builds().size());
        meters.gauge(Metric.DEAD_LETTERS, () -> letters.get().total());
    }

    /** An attempt at a job of this circuit begins. */
    public AttemptListener started(String circuit) {
        return new Attempt(circuit);
    }

    /** Parts on devices. */
    public DeviceActivity activity() {
        return activity;
    }

    /** A proof of the device did not verify although its witness was good. */
    public void selfCheckFailed(String device) {
        meters.counter(Metric.SELF_CHECK_FAILURES, device).increment();
    }

    /**
     * Counts a failed answer of the schema registry.
     *
     * @param kind {@code unavailable} or {@code refused}
     */
    public void registryFailed(String kind) {
        meters.counter(Metric.REGISTRY_ERRORS, kind).increment();
    }

    @Override
    public void rebalanced(Change change, int partitions) {
        meters.counter(Metric.REBALANCES, lower(change)).increment(partitions);
    }

    @Override
    public void transactionEnded(TransactionEnd end, Duration took) {
        meters.counter(Metric.TRANSACTIONS, lower(end)).increment();
        meters.timer(Metric.PUBLISH_DURATION).record(took);
    }

    @Override
    public void payloadFailed(String reasonCode) {
        meters.counter(Metric.PAYLOAD_ERRORS, reasonCode).increment();
    }

    @Override
    public void started(JobMoments moments) {
        meters.timer(Metric.QUEUE_WAIT, lower(moments.job().priority()))
                .record(between(moments.requestedAt(), moments.startedAt()));
        meters.timer(Metric.PAYLOAD_DURATION).record(between(moments.acceptedAt(), moments.payloadsAt()));
    }

    @Override
    public void settled(String jobId, String outcome, String reasonCode, Instant decidedAt, Instant publishedAt) {
        meters.counter(Metric.JOBS, outcome, reasonCode).increment();
    }

    /**
     * All of them as Prometheus reads them.
     *
     * @param contentType from {@link #contentType}
     */
    public String scrape(String contentType) {
        return meters.registry().scrape(contentType);
    }

    /**
     * OpenMetrics for those who ask for it, Prometheus' text for all others.
     *
     * @param accept the request's header of this name, or null
     */
    static String contentType(String accept) {
        return accept != null && accept.contains("application/openmetrics-text") ? OPEN_METRICS : TEXT;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** By two wall clocks, which may disagree: never negative. */
    private static Duration between(Instant from, Instant to) {
        Duration between = Duration.between(from, to);
        return between.isNegative() ? Duration.ZERO : between;
    }

    /** One attempt, for counters and durations. */
    private final class Attempt implements AttemptListener {
        private static final String PROVING = "proving";

        private final String circuit;
        private final long startNanos = System.nanoTime();
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
            meters.timer(Metric.STAGE_DURATION, circuit, stage).record(Duration.ofNanos(nanos));
            if (stage.equals(PROVING)) {
                free(part);
            }
        }

        @Override
        public void ended(String reason) {
            // A stage that failed has not told that it ended.
            busy.keySet().forEach(this::free);
            String known = reason.equals("UNKNOWN_CIRCUIT") ? "unknown" : circuit;
            String outcome = reason.isEmpty() ? "proved" : "failed";
            meters.counter(Metric.ATTEMPTS, known, outcome, reason).increment();
            meters.timer(Metric.ATTEMPT_DURATION, known, outcome)
                    .record(Duration.ofNanos(System.nanoTime() - startNanos));
        }

        private void free(int part) {
            String device = busy.remove(part);
            if (device != null) {
                activity.leave(device);
            }
        }
    }
}
