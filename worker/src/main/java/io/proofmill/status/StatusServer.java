package io.proofmill.status;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/**
 * The worker's face: {@code /} the page, {@code /status.json}, {@code /events} (the same as server-sent events), {@code /metrics}, {@code /healthz}, {@code /readyz},
 * {@code /dead-letters/ID} and, where enabled, {@code POST /actions/NAME}. Everything else is read-only.
 */
public final class StatusServer implements AutoCloseable {
    private static final String PAGE = "/io/proofmill/status/page.html";
    private static final String ACTIONS = "/actions/";
    private static final String DEAD_LETTERS = "/dead-letters/";
    private static final Pattern LETTER = Pattern.compile("\\d{1,9}:\\d{1,18}");
    private static final String JSON = "application/json; charset=utf-8";
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final int MOST_BODY_BYTES = 4096;
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int MISDIRECTED = 421;
    private static final int UNAVAILABLE = 503;

    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final StatusSource source;
    private final OperatorActions actions;
    private final Optional<ActionGate> gate;
    private final EventFeed feed;

    private StatusServer(
            InetSocketAddress address, StatusSource source, OperatorActions actions, Optional<String> token)
            throws IOException {
        this.source = source;
        this.actions = actions;
        this.gate = token.map(ActionGate::new);
        this.feed = new EventFeed(source::snapshot);
        this.server = HttpServer.create(address, 0);
        server.setExecutor(executor);
        server.createContext("/", this::route);
    }

    /**
     * Starts to answer.
     *
     * @param address where; port 0 for any free one
     * @param token what the actions and, beyond the loopback address, the dead letters' bytes ask for; empty: nobody gets either
     * @throws java.net.BindException when the port is taken
     */
    public static StatusServer start(
            InetSocketAddress address, StatusSource source, OperatorActions actions, Optional<String> token)
            throws IOException {
        StatusServer server = new StatusServer(address, source, actions, token);
        server.server.start();
        return server;
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void route(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            if (!isForThisServer(exchange)) {
                answer(exchange, MISDIRECTED, TEXT, "this server is not called so\n");
            } else if (exchange.getRequestMethod().equals("POST") && path.startsWith(ACTIONS)) {
                act(exchange, path.substring(ACTIONS.length()));
            } else if (exchange.getRequestMethod().equals("GET")) {
                get(exchange, path);
            } else {
                answer(exchange, METHOD_NOT_ALLOWED, TEXT, "only GET is answered here\n");
            }
        }
    }

    private void get(HttpExchange exchange, String path) throws IOException {
        switch (path) {
            case "/" -> answer(exchange, OK, "text/html; charset=utf-8", page());
            case "/status.json" -> answer(exchange, OK, JSON, StatusJson.write(source.snapshot()));
            case "/events" -> events(exchange);
            case "/metrics" -> metrics(exchange);
            case "/healthz" -> health(exchange, source.sickness(), "alive\n");
            case "/readyz" -> {
                StatusSnapshot now = source.snapshot();
                health(exchange, now.ready() ? Optional.empty() : Optional.of(now.notReady()), "ready\n");
            }
            default -> {
                if (path.startsWith(DEAD_LETTERS)) {
                    deadLetter(exchange, path.substring(DEAD_LETTERS.length()));
                } else {
                    answer(exchange, NOT_FOUND, TEXT, "there is nothing here\n");
                }
            }
        }
    }

    /** A page of another site whose name was made to point here must not read what only this machine may: its Host header betrays it. */
    private boolean isForThisServer(HttpExchange exchange) {
        if (!isLoopback()) {
            return true;
        }
        String host = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host"))
                .orElse("localhost");
        return List.of("localhost", "127.0.0.1", "[::1]").contains(host.replaceFirst(":\\d+$", ""));
    }

    private boolean isLoopback() {
        return server.getAddress().getAddress().isLoopbackAddress();
    }

    private static void health(HttpExchange exchange, Optional<String> trouble, String well) throws IOException {
        answer(
                exchange,
                trouble.isEmpty() ? OK : UNAVAILABLE,
                TEXT,
                trouble.map(why -> why + "\n").orElse(well));
    }

    private void events(HttpExchange exchange) throws IOException {
        if (!feed.serve(exchange)) {
            answer(exchange, UNAVAILABLE, TEXT, "too many readers of events\n");
        }
    }

    private void metrics(HttpExchange exchange) throws IOException {
        String type = WorkerMetrics.contentType(exchange.getRequestHeaders().getFirst("Accept"));
        answer(exchange, OK, type, source.metrics(type));
    }

    private void deadLetter(HttpExchange exchange, String id) throws IOException {
        Optional<String> refusal = isLoopback() ? Optional.empty() : refusal(exchange);
        if (refusal.isPresent()) {
            answer(exchange, FORBIDDEN, TEXT, refusal.get() + "\n");
            return;
        }
        Optional<byte[]> bytes = LETTER.matcher(id).matches() ? source.deadLetter(id) : Optional.empty();
        if (bytes.isEmpty()) {
            answer(exchange, NOT_FOUND, TEXT, "there is no such dead letter, or it has no bytes\n");
            return;
        }
        exchange.getResponseHeaders()
                .set("Content-Disposition", "attachment; filename=\"dead-letter-" + id.replace(':', '-') + ".bin\"");
        answer(exchange, OK, "application/octet-stream", bytes.get());
    }

    private void act(HttpExchange exchange, String action) throws IOException {
        Optional<String> refusal = refusal(exchange);
        boolean enabled = actions.enabled().contains(action.equals("resume") ? "pause" : action);
        if (refusal.isPresent()) {
            answer(exchange, FORBIDDEN, TEXT, refusal.get() + "\n");
        } else if (!enabled) {
            answer(exchange, NOT_FOUND, TEXT, "no such action is enabled (status.actions)\n");
        } else {
            perform(exchange, action);
        }
    }

    private void perform(HttpExchange exchange, String action) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MOST_BODY_BYTES);
        try {
            String target = body.length == 0 ? "" : StatusJson.field(body, "target");
            answer(exchange, OK, TEXT, actions.perform(action, target) + "\n");
        } catch (IllegalArgumentException e) {
            answer(exchange, BAD_REQUEST, TEXT, e.getMessage() + "\n");
        } catch (IOException e) {
            answer(exchange, UNAVAILABLE, TEXT, e.getMessage() + "\n");
        }
    }

    private Optional<String> refusal(HttpExchange exchange) {
        return gate.isEmpty()
                ? Optional.of("this worker has no token (status.token-env), so nobody may do that")
                : gate.get().refusal(exchange);
    }

    private static void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
        answer(exchange, status, type, body.getBytes(StandardCharsets.UTF_8));
    }

    private static void answer(HttpExchange exchange, int status, String type, byte[] bytes) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type);
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "DENY");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self';"
                        + " img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
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

    @Override
    public void close() {
        feed.close();
        server.stop(0);
        executor.shutdownNow();
    }
}
