package io.proofmill.status;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** An OTLP receiver (protobuf over HTTP) that keeps what it gets. */
public final class OtlpReceiver implements AutoCloseable {
    private final HttpServer server;
    private final List<ExportTraceServiceRequest> requests = new CopyOnWriteArrayList<>();
    private final List<String> authorization = new CopyOnWriteArrayList<>();

    private OtlpReceiver() throws IOException {
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/traces", this::take);
    }

    public static OtlpReceiver start() throws IOException {
        OtlpReceiver receiver = new OtlpReceiver();
        receiver.server.start();
        return receiver;
    }

    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public List<String> names() {
        return spans().map(Span::getName).toList();
    }

    public List<String> traceIds() {
        return spans().map(span -> HexFormat.of().formatHex(span.getTraceId().toByteArray()))
                .toList();
    }

    /** Trace and span as a trace context has them: {@code TRACE-SPAN}. */
    public List<String> spansOf(String name) {
        return spans().filter(span -> span.getName().equals(name))
                .map(span -> HexFormat.of().formatHex(span.getTraceId().toByteArray()) + "-"
                        + HexFormat.of().formatHex(span.getSpanId().toByteArray()))
                .toList();
    }

    List<String> resources() {
        return resourceSpans()
                .flatMap(spans -> spans.getResource().getAttributesList().stream())
                .map(attribute ->
                        attribute.getKey() + "=" + attribute.getValue().getStringValue())
                .toList();
    }

    List<String> authorization() {
        return authorization;
    }

    private Stream<Span> spans() {
        return resourceSpans()
                .flatMap(spans -> spans.getScopeSpansList().stream())
                .flatMap(scope -> scope.getSpansList().stream());
    }

    private Stream<ResourceSpans> resourceSpans() {
        return requests.stream().flatMap(request -> request.getResourceSpansList().stream());
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange;
                InputStream body = exchange.getRequestBody()) {
            boolean packed = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
            requests.add(ExportTraceServiceRequest.parseFrom(packed ? new GZIPInputStream(body) : body));
            authorization.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
