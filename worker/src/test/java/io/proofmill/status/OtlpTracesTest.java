package io.proofmill.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OtlpTracesTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00f067aa0ba902b7";
    private static final Instant NOW = SampleJobs.NOW;

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final OtlpTraces traces =
            new OtlpTraces(SimpleSpanProcessor.create(exporter), Map.of("service.name", "proofmill-worker"));

    @Test
    void a_job_s_span_is_below_the_request_s_and_above_wait_payload_stages_and_publication() {
        traces.started(SampleJobs.moments("a", Optional.of("00-" + TRACE + "-" + PARENT + "-01"), 1));
        AttemptListener attempt = traces.attempt("a");
        String own = traces.traceParent("a").orElseThrow();
        attempt.stageStarted(0, "synthesis");
        attempt.stageFinished(0, "synthesis", 1);
        attempt.onDevice(0, "cuda:0");
        attempt.stageStarted(0, "proving");
        attempt.stageStarted(0, "proving.ntt");
        attempt.stageFinished(0, "proving.ntt", 1);
        attempt.stageFinished(0, "proving", 1);
        attempt.stageStarted(0, "check");
        attempt.stageFinished(0, "check", 1);
        attempt.ended("");
        traces.settled("a", "proved", "", NOW.plusSeconds(10), NOW.plusSeconds(11));

        SpanData job = span("prove chain");
        assertThat(exporter.getFinishedSpanItems()).allSatisfy(span -> {
            assertThat(span.getTraceId()).isEqualTo(TRACE);
            assertThat(span.getEndEpochNanos()).isGreaterThanOrEqualTo(span.getStartEpochNanos());
        });
        assertThat(job.getParentSpanId()).isEqualTo(PARENT);
        assertThat(own).as("what results carry").isEqualTo("00-" + TRACE + "-" + job.getSpanId() + "-01");
        assertThat(traces.traceParent("a")).as("of a job that is settled").isEmpty();
        assertThat(job.getStartEpochNanos()).isEqualTo(nanos(NOW.minusSeconds(40)));
        assertThat(job.getEndEpochNanos()).isEqualTo(nanos(NOW.plusSeconds(11)));
        assertThat(job.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(List.of("queue wait", "synthesis", "proving", "check", "publish"))
                .allSatisfy(name ->
                        assertThat(span(name).getParentSpanId()).as(name).isEqualTo(job.getSpanId()));
        assertThat(span("payload fetch").getParentSpanId())
                .isEqualTo(span("queue wait").getSpanId());
        assertThat(span("proving.ntt").getParentSpanId())
                .isEqualTo(span("proving").getSpanId());
        assertThat(span("proving.ntt").getAttributes().get(AttributeKey.stringKey("proofmill.device")))
                .isEqualTo("cuda:0");
        assertThat(job.getAttributes().get(AttributeKey.stringKey("proofmill.outcome")))
                .isEqualTo("proved");
        assertThat(job.getResource().getAttribute(AttributeKey.stringKey("service.name")))
                .isEqualTo("proofmill-worker");
    }

    @Test
    void what_failed_is_marked_with_its_reason_and_no_span_stays_open() {
        traces.started(SampleJobs.moments("a", Optional.empty(), 1));
        AttemptListener attempt = traces.attempt("a");
        attempt.stageStarted(1, "proving");
        attempt.ended("DEVICE_FAULT");
        traces.settled("a", "retried", "DEVICE_FAULT", NOW, NOW);

        assertThat(span("proving").getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(span("prove chain").getStatus().getDescription()).isEqualTo("DEVICE_FAULT");
        assertThat(span("prove chain").getAttributes().get(AttributeKey.stringKey("error.type")))
                .isEqualTo("DEVICE_FAULT");
    }

    @Test
    void parts_side_by_side_have_spans_of_their_own() {
        traces.started(SampleJobs.moments("a", Optional.empty(), 1));
        AttemptListener attempt = traces.attempt("a");
        attempt.stageStarted(0, "proving");
        attempt.stageStarted(1, "proving");
        attempt.stageFinished(1, "proving", 1);
        attempt.stageFinished(0, "proving", 1);

        assertThat(exporter.getFinishedSpanItems())
                .filteredOn(span -> span.getName().equals("proving"))
                .extracting(span -> span.getAttributes().get(AttributeKey.longKey("proofmill.part")))
                .containsExactly(1L, 0L);
    }

    @Test
    void a_request_that_is_not_sampled_makes_no_spans_and_one_without_context_a_trace_of_its_own() {
        traces.started(SampleJobs.moments("a", Optional.of("00-" + TRACE + "-" + PARENT + "-00"), 1));
        assertThat(traces.traceParent("a").orElseThrow())
                .as("in the same trace, and still not sampled")
                .startsWith("00-" + TRACE)
                .endsWith("-00");
        traces.settled("a", "proved", "", NOW, NOW);
        assertThat(exporter.getFinishedSpanItems()).isEmpty();

        traces.started(SampleJobs.moments("b", Optional.of("no trace context"), 1));
        traces.settled("b", "proved", "", NOW, NOW);
        assertThat(span("prove chain").getParentSpanContext().isValid()).isFalse();
    }

    @Test
    void a_job_that_nobody_told_of_is_no_trouble() {
        traces.attempt("stranger").ended("");
        traces.settled("stranger", "repeated", "", NOW, NOW);
        assertThat(exporter.getFinishedSpanItems()).isEmpty();
    }

    @Test
    void a_receiver_gets_the_spans_as_protobuf_over_http_with_the_headers() throws Exception {
        try (OtlpReceiver receiver = OtlpReceiver.start()) {
            JobTraces sent = JobTraces.to(
                    receiver.address(), Map.of("Authorization", "Bearer abc"), Map.of("service.instance.id", "w1"));
            sent.started(SampleJobs.moments("a", Optional.of("00-" + TRACE + "-" + PARENT + "-01"), 2));
            sent.settled("a", "proved", "", NOW.plusSeconds(10), NOW.plusSeconds(11));
            sent.close();

            assertThat(receiver.names())
                    .containsExactlyInAnyOrder("queue wait", "payload fetch", "publish", "prove chain");
            assertThat(receiver.traceIds()).containsOnly(TRACE);
            assertThat(receiver.resources()).contains("service.instance.id=w1");
            assertThat(receiver.authorization()).containsOnly("Bearer abc");
        }
    }

    @Test
    void without_an_endpoint_nothing_of_the_sdk_is_loaded() throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-verbose:class",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Untraced.class.getName())
                .redirectErrorStream(true)
                .start();
        String loaded = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).as(loaded).isZero();
        assertThat(loaded).contains("io.proofmill.status.JobTraces").doesNotContain("io.opentelemetry");
    }

    private SpanData span(String name) {
        return exporter.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no span " + name));
    }

    private static long nanos(Instant at) {
        return TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
    }
}
