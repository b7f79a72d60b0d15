package io.proofmill.status;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * The worker's face on the loopback address: {@code /} the page, {@code /status.json}, {@code /events} (the same as server-sent events, one a second), {@code /metrics},
 * {@code /healthz} and {@code /readyz}. Read-only: nothing here changes the worker.
 */
public final class StatusServer implements AutoCloseable {
    private static final Duration BETWEEN_EVENTS = Duration.ofSeconds(1);
    private static final String PAGE = "/io/proofmill/status/page.html";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;

    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Supplier<StatusSnapshot> snapshot;
    private final Supplier<String> metrics;
    private final ObjectMapper json = new ObjectMapper().registerModules(new Jdk8Module(), instants());
    private volatile boolean closed;

    private StatusServer(int port, Supplier<StatusSnapshot> snapshot, Supplier<String> metrics) throws IOException {
        this.snapshot = snapshot;
        this.metrics = metrics;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(executor);
        server.createContext("/", this::route);
    }

    /**
     * Starts to answer.
     *
     * @param port 0 for any free one
     * @throws java.net.BindException when the port is taken
     */
    public static StatusServer start(int port, Supplier<StatusSnapshot> snapshot, Supplier<String> metrics)
            throws IOException {
        StatusServer server = new StatusServer(port, snapshot, metrics);
        server.server.start();
        return server;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void route(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("GET")) {
                answer(exchange, METHOD_NOT_ALLOWED, "text/plain", "only GET is answered here\n");
                return;
            }
            switch (exchange.getRequestURI().getPath()) {
                case "/" -> answer(exchange, OK, "text/html", page());
                case "/status.json" ->
                    answer(exchange, OK, "application/json", json.writeValueAsString(snapshot.get()));
                case "/events" -> events(exchange);
                case "/metrics" -> answer(exchange, OK, "text/plain; version=0.0.4", metrics.get());
                case "/healthz" -> answer(exchange, OK, "text/plain", "alive\n");
                case "/readyz" -> ready(exchange);
                default -> answer(exchange, NOT_FOUND, "text/plain", "there is nothing here\n");
            }
        }
    }

    private void ready(HttpExchange exchange) throws IOException {
        StatusSnapshot now = snapshot.get();
        answer(exchange, now.ready() ? OK : UNAVAILABLE, "text/plain", now.ready() ? "ready\n" : now.notReady() + "\n");
    }

    private void events(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(OK, 0);
        OutputStream out = exchange.getResponseBody();
        while (!closed) {
            out.write(("data: " + json.writeValueAsString(snapshot.get()) + "\n\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            try {
                Thread.sleep(BETWEEN_EVENTS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type + (type.contains(";") ? "" : "; charset=utf-8"));
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.getResponseHeaders()
                .set(
                        "Content-Security-Policy",
                        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static String page() throws IOException {
        try (InputStream in = StatusServer.class.getResourceAsStream(PAGE)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + PAGE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static SimpleModule instants() {
        return new SimpleModule().addSerializer(Instant.class, new JsonSerializer<>() {
            @Override
            public void serialize(Instant instant, JsonGenerator out, SerializerProvider serializers)
                    throws IOException {
                out.writeString(instant.toString());
            }
        });
    }

    @Override
    public void close() {
        closed = true;
        server.stop(0);
        executor.shutdownNow();
    }
}
