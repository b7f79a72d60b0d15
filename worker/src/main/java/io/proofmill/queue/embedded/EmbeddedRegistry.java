package io.proofmill.queue.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.Authenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A schema registry in this JVM: Confluent's REST protocol over HTTP on the loopback interface, contents in memory, compatibility BACKWARD unless a subject
 * says otherwise. For the demo and the tests; it forgets everything when it is closed.
 */
public final class EmbeddedRegistry implements AutoCloseable {
    private static final String MEDIA_TYPE = "application/vnd.schemaregistry.v1+json";

    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final RegistryRoutes routes = new RegistryRoutes();

    /**
     * Serves on a server that is bound but not started; a test passes one with TLS.
     *
     * @param authenticator whom to let in; null: everybody
     */
    EmbeddedRegistry(HttpServer server, Authenticator authenticator) {
        this.server = server;
        server.setExecutor(executor);
        server.createContext("/", this::handle).setAuthenticator(authenticator);
        server.start();
    }

    /** Starts on any free port. */
    public static EmbeddedRegistry start() {
        return start(0);
    }

    /** Starts on the given port; 0: any free one. Throws {@link UncheckedIOException} when the port is taken. */
    public static EmbeddedRegistry start(int port) {
        try {
            return new EmbeddedRegistry(
                    HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0), null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Address for a client. */
    public URI url() {
        return URI.create("http://127.0.0.1:" + port());
    }

    int port() {
        return server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            try {
                send(
                        exchange,
                        200,
                        routes.answer(exchange.getRequestMethod(), segments(exchange.getRequestURI()), body));
            } catch (RegistryError error) {
                send(exchange, error.status(), RegistryRoutes.body(error));
            }
        }
    }

    private static List<String> segments(URI uri) {
        String path = uri.getRawPath().replaceAll("^/+|/+$", "");
        return Arrays.stream(path.split("/", -1))
                .map(segment -> URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8))
                .toList();
    }

    private static void send(HttpExchange exchange, int status, JsonNode answer) throws IOException {
        byte[] bytes = answer.toString().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", MEDIA_TYPE);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Stops at once. */
    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
