package io.proofmill.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.engine.MemoryBudget;
import io.proofmill.queue.QueueListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MetricTableTest {
    private static final Path PAGE = Path.of("../docs/metrics.md");
    private static final Instant NOW = SampleStatus.NOW;
    private static final String OPEN_METRICS = WorkerMetrics.contentType("application/openmetrics-text");
    private static final String TEXT = WorkerMetrics.contentType(null);

    private final WorkerMetrics metrics = new WorkerMetrics("0.1.0+abc");

    @BeforeEach
    void everything_happens_once() {
        SampleStatus sample = new SampleStatus(NOW);
        metrics.watchQueue(
                () -> sample.snapshot().queue(),
                Map.of("normal", "proof.requests.normal"),
                Clock.fixed(NOW.plusSeconds(60), ZoneOffset.UTC));
        metrics.watchMemory(new MemoryBudget(1 << 20));
        metrics.watchDevices(() -> sample.snapshot().devices(), device -> 0.25);
        metrics.watchFleet(
                () -> sample.snapshot().fleet(), () -> sample.snapshot().deadLetters(), () -> true);
        metrics.rebalanced(QueueListener.Change.ASSIGNED, 3);
        metrics.transactionEnded(QueueListener.TransactionEnd.ABORTED, Duration.ofMillis(20));
        metrics.payloadFailed("PAYLOAD_UNAVAILABLE");
        metrics.registryFailed("refused");
        metrics.selfCheckFailed("cuda:0");
        metrics.started(SampleJobs.moments("id-of-a-job", Optional.empty(), 1));
        metrics.settled("id-of-a-job", "dead_lettered", "POISON", NOW, NOW);
        AttemptListener attempt = metrics.started("chain");
        attempt.onDevice(0, "cuda:0");
        attempt.stageStarted(0, "proving");
        attempt.stageFinished(0, "proving", 1_500_000_000L);
        attempt.ended("");
    }

    /** To remake the page after a change of the metrics: mvn test -Dtest=MetricTableTest -Dremake=true. */
    @Test
    void the_page_of_metrics_is_the_code_s_own_table() throws IOException {
        if (Boolean.getBoolean("remake")) {
            Files.writeString(PAGE, MetricTable.markdown());
        }
        assertThat(PAGE).hasContent(MetricTable.markdown());
    }

    @Test
    void what_is_scraped_and_what_is_documented_are_the_same() {
        Set<String> scraped = new TreeSet<>();
        Matcher types = Pattern.compile("(?m)^# TYPE (proofmill_\\S+) (\\S+)$").matcher(metrics.scrape(TEXT));
        while (types.find()) {
            scraped.add(types.group(1) + " " + types.group(2));
        }
        assertThat(scraped)
                .containsExactlyInAnyOrder(Stream.of(Metric.values())
                        .flatMap(metric -> metric.type() == Metric.Type.HISTOGRAM
                                ? Stream.of(metric.exported() + " histogram", metric.exported() + "_max gauge")
                                : Stream.of(metric.exported() + " " + type(metric)))
                        .toArray(String[]::new));
    }

    @Test
    void every_sample_has_the_documented_labels_and_no_job_s_id() {
        String scrape = metrics.scrape(TEXT);
        assertThat(scrape).doesNotContain("id-of-a-job");
        for (Metric metric : Metric.values()) {
            Matcher sample = Pattern.compile("(?m)^" + metric.exported() + "(?:_bucket|_sum|_count)?(?:\\{(.*)})? ")
                    .matcher(scrape);
            assertThat(sample.find()).as(metric.exported()).isTrue();
            Set<String> labels = new TreeSet<>();
            Matcher names = Pattern.compile("(\\w+)=\"").matcher(sample.group(1) == null ? "" : sample.group(1));
            while (names.find()) {
                labels.add(names.group(1));
            }
            labels.remove("le");
            assertThat(labels).as(metric.exported()).containsExactlyInAnyOrderElementsOf(metric.labels());
        }
    }

    @Test
    void durations_fall_into_buckets_from_a_millisecond_to_hours_in_seconds() {
        assertThat(metrics.scrape(TEXT))
                .contains("proofmill_stage_duration_seconds_bucket{circuit=\"chain\",stage=\"proving\",le=\"0.001\"} 0")
                .contains("proofmill_stage_duration_seconds_bucket{circuit=\"chain\",stage=\"proving\",le=\"1.0\"} 0")
                .contains("proofmill_stage_duration_seconds_bucket{circuit=\"chain\",stage=\"proving\",le=\"2.0\"} 1")
                .contains("le=\"21600.0\"} 1")
                .contains("proofmill_stage_duration_seconds_sum{circuit=\"chain\",stage=\"proving\"} 1.5")
                .contains("proofmill_queue_wait_seconds_sum{priority=\"normal\"} 40.0");
    }

    @Test
    void gauges_and_counters_say_what_happened() {
        assertThat(metrics.scrape(TEXT))
                .contains("proofmill_build_info{build=\"0.1.0+abc\"} 1")
                .contains("proofmill_queue_lag_records{priority=\"normal\"} 12.0")
                .contains("proofmill_queue_oldest_job_age_seconds{priority=\"normal\"} 60.0")
                .contains("proofmill_device_quarantined{device=\"cuda:1\"} 1.0")
                .contains("proofmill_device_temperature_celsius{device=\"cuda:0\"} 54.0")
                .contains("proofmill_device_temperature_celsius{device=\"cuda:1\"} NaN")
                .contains("proofmill_device_self_check_failures_total{device=\"cuda:0\"} 1.0")
                .contains("proofmill_device_self_check_failures_total{device=\"cuda:1\"} 0.0")
                .contains("proofmill_group_builds 2.0")
                .contains("proofmill_rebalanced_partitions_total{kind=\"assigned\"} 3.0")
                .contains("proofmill_jobs_total{outcome=\"dead_lettered\",reason=\"POISON\"} 1.0")
                .contains("proofmill_jobs_total{outcome=\"proved\",reason=\"\"} 0.0");
    }

    @Test
    @SuppressWarnings("ExplicitGC") // what it is about
    void no_count_is_lost_to_the_garbage_collector() {
        System.gc();
        assertThat(metrics.scrape(TEXT))
                .containsPattern("proofmill_device_busy_seconds_total\\{device=\"cuda:0\"} [0-9.E-]*[1-9]")
                .contains("proofmill_device_faults_total{device=\"cuda:1\"} 2.0")
                .contains("proofmill_device_running_parts{device=\"cuda:0\"} 1.0");
    }

    @Test
    void those_who_ask_get_open_metrics() {
        assertThat(metrics.scrape(OPEN_METRICS))
                .contains("# TYPE proofmill_jobs counter")
                .endsWith("# EOF\n");
    }

    private static String type(Metric metric) {
        return switch (metric.type()) {
            case COUNTER -> "counter";
            case GAUGE, INFO, HISTOGRAM -> "gauge";
        };
    }
}
