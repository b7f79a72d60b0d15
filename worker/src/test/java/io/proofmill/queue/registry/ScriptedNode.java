package io.proofmill.queue.registry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;

/** A registry node that says what it is told to, one answer after another and the last for ever, and keeps what it was asked. */
final class ScriptedNode implements AutoCloseable {
    /** One request as it came. */
    record Asked(String method, String path, String authorization, String body) {}

    private interface Act {
        void on(HttpExchange exchange) throws IOException;
    }

    private final HttpServer server;
    private final Queue<Act> script = new ArrayDeque<>();
    private final List<Asked> asked = Collections.synchronizedList(new ArrayList<>());
    private final CountDownLatch closed = new CountDownLatch(1);

    ScriptedNode() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    List<Asked> asked() {
        return List.copyOf(asked);
    }

    ScriptedNode answers(int status, String body) {
        script.add(exchange -> send(exchange, status, body));
        return this;
    }

    ScriptedNode redirectsTo(URI target) {
        script.add(exchange -> {
            exchange.getResponseHeaders().set("Location", target.toString());
            send(exchange, 307, "{}");
        });
        return this;
    }

    /** Closes the connection without a word. */
    ScriptedNode hangsUp() {
        script.add(HttpExchange::close);
        return this;
    }

    /** Takes the request and never answers. */
    ScriptedNode keepsSilent() {
        script.add(exchange -> {
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return this;
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        asked.add(new Asked(
                exchange.getRequestMethod(),
                exchange.getRequestURI().getRawPath(),
                exchange.getRequestHeaders().getFirst("Authorization"),
                body));
        (script.size() > 1 ? script.remove() : script.element()).on(exchange);
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
