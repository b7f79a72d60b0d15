package io.proofmill.status;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** The spans of one attempt. Thread-safe. */
final class JobTrace implements AttemptListener {
    private final Tracer tracer;
    private final Span span;
    private final Context context;
    private final Map<Integer, String> devices = new HashMap<>();
    private final Map<String, Span> open = new HashMap<>();

    JobTrace(Tracer tracer, Span span) {
        this.tracer = tracer;
        this.span = span;
        this.context = Context.root().with(span);
    }

    /** The attempt's span as others name it: W3C trace context's {@code traceparent}. */
    String traceParent() {
        Map<String, String> carrier = new HashMap<>();
        W3CTraceContextPropagator.getInstance()
                .inject(context, carrier, (headers, key, value) -> headers.put(key, value));
        return carrier.get("traceparent");
    }

    /** A span that is over already. Its own context, for spans below it. */
    Context past(String name, Instant from, Instant to) {
        return past(context, name, from, to);
    }

    Context past(Context parent, String name, Instant from, Instant to) {
        Span past = tracer.spanBuilder(name)
                .setParent(parent)
                .setStartTimestamp(from)
                .startSpan();
        // By two clocks; a span does not end before it begins.
        past.end(to.isBefore(from) ? from : to);
        return parent.with(past);
    }

    @Override
    public synchronized void onDevice(int part, String device) {
        devices.put(part, device);
        span.setAttribute("proofmill.device", device);
    }

    @Override
    public synchronized void stageStarted(int part, String stage) {
        int dot = stage.indexOf('.');
        Span above = dot < 0 ? null : open.get(key(part, stage.substring(0, dot)));
        Span started = tracer.spanBuilder(stage)
                .setParent(above == null ? context : context.with(above))
                .setAttribute("proofmill.part", part)
                .startSpan();
        if (stage.startsWith("proving") && devices.containsKey(part)) {
            started.setAttribute("proofmill.device", devices.get(part));
        }
        open.put(key(part, stage), started);
    }

    @Override
    public synchronized void stageFinished(int part, String stage, long nanos) {
        Span ended = open.remove(key(part, stage));
        if (ended != null) {
            ended.end();
        }
    }

    @Override
    public synchronized void ended(String reason) {
        // What failed has not told its end.
        open.values().forEach(stage -> {
            stage.setStatus(StatusCode.ERROR, reason);
            stage.end();
        });
        open.clear();
    }

    /** The outcome is durable. */
    void end(String outcome, String reasonCode, Instant at) {
        span.setAttribute("proofmill.outcome", outcome);
        if (!reasonCode.isEmpty()) {
            span.setAttribute("error.type", reasonCode);
            span.setStatus(StatusCode.ERROR, reasonCode);
        }
        span.end(at);
    }

    private static String key(int part, String stage) {
        return part + " " + stage;
    }
}
