package io.proofmill.status;

import java.util.List;

/**
 * Every metric of a worker: what it is called, what it measures and in which unit. Names follow Prometheus' conventions: base units, {@code _total} for counters. docs/metrics.md is made from
 * here. Label values are few: circuits of the catalogue, stages, reason codes, priorities, devices; never job ids.
 */
enum Metric {
    BUILD(Type.INFO, "proofmill_build_info", List.of("build"), "Which build this is; always 1"),
    READY(Type.GAUGE, "proofmill_ready", List.of(), "1 while the worker is ready as /readyz says, else 0"),
    TURN(
            Type.GAUGE,
            "proofmill_queue_turn_timestamp_seconds",
            List.of(),
            "When the poll thread turned last, seconds since 1970; a worker that hangs stands still here"),
    TROUBLES(
            Type.GAUGE,
            "proofmill_troubles",
            List.of(),
            "Kinds of trouble of the surroundings that the worker waits for: brokers, registry, payload stores"),
    JOBS(
            Type.COUNTER,
            "proofmill_jobs_total",
            List.of("outcome", "reason"),
            "Jobs whose outcome is durable: proved, dead_lettered, retried, repeated (answered from an earlier outcome) or handed_back; with the reason code where there is one"),
    ATTEMPTS(
            Type.COUNTER,
            "proofmill_attempts_total",
            List.of("circuit", "outcome", "reason"),
            "Attempts that have ended here, proved or failed, durable or not"),
    ATTEMPT_DURATION(
            Type.HISTOGRAM,
            "proofmill_attempt_duration_seconds",
            List.of("circuit", "outcome"),
            "From an attempt's start to its checked proof or its failure"),
    STAGE_DURATION(
            Type.HISTOGRAM,
            "proofmill_stage_duration_seconds",
            List.of("circuit", "stage"),
            "Stages of a part: synthesis, proving, check; sub-stages of proving after a dot. A stage that fails is not counted"),
    QUEUE_WAIT(
            Type.HISTOGRAM,
            "proofmill_queue_wait_seconds",
            List.of("priority"),
            "From the request's creation (or its record's timestamp) to the attempt's start"),
    PAYLOAD_DURATION(
            Type.HISTOGRAM,
            "proofmill_payload_duration_seconds",
            List.of(),
            "From a request's acceptance until its payloads were at hand, fetches, checks and waits included"),
    PAYLOAD_ERRORS(
            Type.COUNTER,
            "proofmill_payload_errors_total",
            List.of("reason"),
            "Payloads that could not be brought to hand, by reason code; one that is waited for counts each time"),
    REGISTRY_ERRORS(
            Type.COUNTER,
            "proofmill_registry_errors_total",
            List.of("kind"),
            "Questions to the schema registry that failed: unavailable, or refused"),
    JOBS_IN_FLIGHT(
            Type.GAUGE,
            "proofmill_jobs_in_flight",
            List.of("state"),
            "Jobs in hand: running, or buffered before their start"),
    JOBS_PARKED(Type.GAUGE, "proofmill_jobs_parked", List.of(), "Retries that wait for their time"),
    LAG(
            Type.GAUGE,
            "proofmill_queue_lag_records",
            List.of("priority"),
            "Records of this worker's partitions that are neither running nor parked: the sum over the workers is what to scale by"),
    OLDEST(
            Type.GAUGE,
            "proofmill_queue_oldest_job_age_seconds",
            List.of("priority"),
            "Age of the oldest record that this worker took and has not started; 0 when none waits"),
    PARTITIONS(Type.GAUGE, "proofmill_partitions_owned", List.of(), "Partitions that this worker owns"),
    REBALANCES(
            Type.COUNTER,
            "proofmill_rebalanced_partitions_total",
            List.of("kind"),
            "Partitions that came (assigned), were given up (revoked) or were taken away (lost)"),
    TRANSACTIONS(
            Type.COUNTER,
            "proofmill_transactions_total",
            List.of("outcome"),
            "Transactions with outcomes and offsets: committed, aborted, or too_large (aborted for a record that the brokers do not take)"),
    PUBLISH_DURATION(
            Type.HISTOGRAM,
            "proofmill_publish_duration_seconds",
            List.of(),
            "One transaction, retries after trouble included"),
    GROUP_MEMBERS(
            Type.GAUGE, "proofmill_group_members", List.of(), "Workers in the group, as the brokers told this one"),
    GROUP_BUILDS(
            Type.GAUGE,
            "proofmill_group_builds",
            List.of(),
            "Different builds among them; more than 1 is a mixed fleet"),
    DEAD_LETTERS(
            Type.GAUGE,
            "proofmill_dead_letters",
            List.of(),
            "Letters in the dead-letter topic that this worker has read since its start, replayed ones included"),
    MEMORY_RESERVED(
            Type.GAUGE,
            "proofmill_memory_reserved_bytes",
            List.of(),
            "Memory outside the heap that keys and witnesses reserve"),
    MEMORY_LIMIT(Type.GAUGE, "proofmill_memory_limit_bytes", List.of(), "Budget of memory outside the heap"),
    DEVICE_BUSY(
            Type.COUNTER,
            "proofmill_device_busy_seconds_total",
            List.of("device"),
            "Time in which at least one part ran on the device; its idle share is 1 less the rate"),
    DEVICE_IDLE(
            Type.GAUGE,
            "proofmill_device_idle_ratio",
            List.of("device"),
            "Share of the last hour, or of the time since the start, in which nothing ran on the device"),
    DEVICE_RUNNING(Type.GAUGE, "proofmill_device_running_parts", List.of("device"), "Parts that run on the device now"),
    DEVICE_QUARANTINED(
            Type.GAUGE,
            "proofmill_device_quarantined",
            List.of("device"),
            "1 while the device is quarantined and takes no jobs"),
    DEVICE_FAULTS(Type.COUNTER, "proofmill_device_faults_total", List.of("device"), "Faults of the device"),
    SELF_CHECK_FAILURES(
            Type.COUNTER,
            "proofmill_device_self_check_failures_total",
            List.of("device"),
            "Proofs of the device that did not verify although their witness was good"),
    DEVICE_MEMORY_USED(
            Type.GAUGE,
            "proofmill_device_memory_used_bytes",
            List.of("device"),
            "Device memory in use by anyone; for cpu the machine's. Absent where it is not known"),
    DEVICE_MEMORY(Type.GAUGE, "proofmill_device_memory_bytes", List.of("device"), "Memory of the device"),
    DEVICE_TEMPERATURE(
            Type.GAUGE,
            "proofmill_device_temperature_celsius",
            List.of("device"),
            "Temperature of the chip. Absent where there is no sensor"),
    DEVICE_COPIED(
            Type.COUNTER,
            "proofmill_device_copied_bytes_total",
            List.of("device", "direction"),
            "Bytes copied between host and device: up to it, or down from it");

    /** Kind of metric in Prometheus' sense. */
    enum Type {
        COUNTER,
        GAUGE,
        HISTOGRAM,
        INFO
    }

    private final Type type;
    private final String exported;
    private final String labels;
    private final String help;

    Metric(Type type, String exported, List<String> labels, String help) {
        this.type = type;
        this.exported = exported;
        this.labels = String.join(" ", labels);
        this.help = help;
    }

    Type type() {
        return type;
    }

    /** The name as Prometheus reads it. */
    String exported() {
        return exported;
    }

    List<String> labels() {
        return labels.isEmpty() ? List.of() : List.of(labels.split(" "));
    }

    String help() {
        return help;
    }

    /** The name without what the registry appends by itself. */
    String meter() {
        String name = exported.replaceFirst("_total$", "").replaceFirst("_info$", "");
        return type == Type.HISTOGRAM || (type == Type.COUNTER && !unit().isEmpty())
                ? name.replaceFirst("_" + unit() + "$", "")
                : name;
    }

    /** Base unit; empty for plain numbers. */
    String unit() {
        String name = exported.replaceFirst("_total$", "");
        for (String unit : List.of("seconds", "bytes", "celsius", "ratio", "records")) {
            if (name.endsWith("_" + unit)) {
                return unit;
            }
        }
        return "";
    }
}
