package io.proofmill.status;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.proofmill.queue.Job;
import io.proofmill.queue.JobMoments;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The traces of {@link JobTraces}, made with OpenTelemetry's SDK. Only this class and {@link JobTrace} know it, so that it is loaded where traces are wanted only. */
final class OtlpTraces implements JobTraces {
    private static final String PATH = "/v1/traces";
    private static final long LAST_FLUSH_SECONDS = 5;
    /** Far more than a worker has in hand; a job that it lost never tells its end. */
    private static final int MOST_OPEN = 1_000;

    private final SdkTracerProvider provider;
    private final Tracer tracer;
    private final Map<String, JobTrace> open = new LinkedHashMap<>();

    OtlpTraces(SpanProcessor processor, Map<String, String> worker) {
        AttributesBuilder who = Attributes.builder();
        worker.forEach(who::put);
        this.provider = SdkTracerProvider.builder()
                .setResource(Resource.create(who.build()))
                .addSpanProcessor(processor)
                .build();
        this.tracer = provider.get("io.proofmill");
    }

    static OtlpTraces to(String endpoint, Map<String, String> headers, Map<String, String> worker) {
        OtlpHttpSpanExporterBuilder exporter =
                OtlpHttpSpanExporter.builder().setEndpoint(endpoint.replaceFirst("/+$", "") + PATH);
        headers.forEach(exporter::addHeader);
        return new OtlpTraces(BatchSpanProcessor.builder(exporter.build()).build(), worker);
    }

    @Override
    public void started(JobMoments moments) {
        Job job = moments.job();
        // A retry's wait for its time is no wait in the queue.
        Instant from = job.attempt() == 1 ? moments.requestedAt() : moments.acceptedAt();
        Span span = tracer.spanBuilder("prove " + job.circuit())
                .setParent(job.traceParent().map(OtlpTraces::context).orElse(Context.root()))
                .setSpanKind(SpanKind.CONSUMER)
                .setStartTimestamp(from)
                .setAttribute("messaging.system", "kafka")
                .setAttribute("messaging.operation.type", "process")
                .setAttribute("proofmill.job.id", job.id())
                .setAttribute("proofmill.circuit", job.circuit())
                .setAttribute("proofmill.attempt", job.attempt())
                .setAttribute("proofmill.priority", job.priority().name().toLowerCase(Locale.ROOT))
                .startSpan();
        JobTrace trace = new JobTrace(tracer, span);
        Context wait = trace.past("queue wait", from, moments.startedAt());
        trace.past(wait, "payload fetch", moments.acceptedAt(), moments.payloadsAt());
        remember(job.id(), trace);
    }

    @Override
    public AttemptListener attempt(String jobId) {
        return find(jobId).<AttemptListener>map(trace -> trace).orElseGet(() -> new AttemptListener() {});
    }

    @Override
    public Optional<String> traceParent(String jobId) {
        return find(jobId).map(JobTrace::traceParent);
    }

    @Override
    public void settled(String jobId, String outcome, String reasonCode, Instant decidedAt, Instant publishedAt) {
        forget(jobId).ifPresent(trace -> {
            trace.past("publish", decidedAt, publishedAt);
            trace.end(outcome, reasonCode, publishedAt);
        });
    }

    @Override
    public void close() {
        provider.shutdown().join(LAST_FLUSH_SECONDS, TimeUnit.SECONDS);
    }

    private void remember(String jobId, JobTrace trace) {
        synchronized (open) {
            open.remove(jobId);
            if (open.size() >= MOST_OPEN) {
                open.remove(open.keySet().iterator().next());
            }
            open.put(jobId, trace);
        }
    }

    private Optional<JobTrace> find(String jobId) {
        synchronized (open) {
            return Optional.ofNullable(open.get(jobId));
        }
    }

    private Optional<JobTrace> forget(String jobId) {
        synchronized (open) {
            return Optional.ofNullable(open.remove(jobId));
        }
    }

    private static Context context(String traceParent) {
        return W3CTraceContextPropagator.getInstance()
                .extract(Context.root(), traceParent, (carrier, key) -> key.equals("traceparent") ? carrier : null);
    }
}
