package io.proofmill.queue;

import io.proofmill.schemas.ProofRequest;
import io.proofmill.schemas.RecordHeader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The W3C trace context (Trace Context, level 1) that a request came with. It goes on with everything that is written about the job, as headers; once an attempt has a span of its own, with that span as the parent. The request's header wins over its record, since tracing
 * libraries write headers; a text that is no trace context is dropped, as the specification asks.
 *
 * @param parent {@code traceparent}
 * @param state {@code tracestate}, only beside a parent
 */
record TraceContext(Optional<String> parent, Optional<String> state) {
    static final TraceContext NONE = new TraceContext(Optional.empty(), Optional.empty());
    private static final String PARENT = "traceparent";
    private static final String STATE = "tracestate";
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(-.*)?");

    static TraceContext of(ProofRequest request, List<RecordHeader> headers) {
        Optional<String> header = valueOf(headers, PARENT).filter(TraceContext::isParent);
        if (header.isPresent()) {
            return new TraceContext(header, valueOf(headers, STATE));
        }
        Optional<String> own = Optional.ofNullable(request.getTraceParent()).filter(TraceContext::isParent);
        return own.isPresent() ? new TraceContext(own, Optional.ofNullable(request.getTraceState())) : NONE;
    }

    /** The context of a span below this one, or of one that begins a trace when there is none; a text that is no trace context changes nothing. */
    TraceContext below(String span) {
        return isParent(span) ? new TraceContext(Optional.of(span), state) : this;
    }

    /** As a record carries it. */
    List<RecordHeader> headers() {
        List<RecordHeader> headers = new ArrayList<>();
        parent.ifPresent(text -> headers.add(header(PARENT, text)));
        state.ifPresent(text -> headers.add(header(STATE, text)));
        return List.copyOf(headers);
    }

    private static boolean isParent(String text) {
        return FORM.matcher(text).matches();
    }

    private static Optional<String> valueOf(List<RecordHeader> headers, String key) {
        return headers.stream()
                .filter(header -> header.getKey().equals(key) && header.getValue() != null)
                .map(header -> StandardCharsets.US_ASCII
                        .decode(header.getValue().duplicate())
                        .toString())
                .findFirst();
    }

    private static RecordHeader header(String key, String text) {
        return RecordHeader.newBuilder()
                .setKey(key)
                .setValue(RawRecord.wrap(text.getBytes(StandardCharsets.US_ASCII)))
                .build();
    }
}
