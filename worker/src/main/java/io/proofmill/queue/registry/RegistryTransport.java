package io.proofmill.queue.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends one request to the registry's nodes until one answers.
 *
 * <p>A question that changes nothing goes to the next node after any failure, and round all of them twice. A registration moves on only when the
 * connection could not be opened: after that the node may have acted on it. There is no waiting between tries: whoever meets a
 * {@link RegistryUnavailableException} pauses its intake and knows how long. The node that answered last is asked first. Redirects are not
 * followed, since the credentials would go with them.
 */
final class RegistryTransport implements AutoCloseable {
    private static final String MEDIA_TYPE = "application/vnd.schemaregistry.v1+json";
    private static final int ROUNDS = 2;
    private static final long ANSWER_LIMIT_BYTES = 16L << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final RegistrySettings settings;
    private final HttpClient http;
    private final AtomicInteger preferred = new AtomicInteger();

    RegistryTransport(RegistrySettings settings) {
        this.settings = settings;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(settings.connectTimeout())
                .followRedirects(HttpClient.Redirect.NEVER)
                .sslContext(settings.tls().context())
                .build();
    }

    /** Asks; safe to repeat. */
    JsonNode get(String path) {
        return send("GET", path, null, true);
    }

    /** Asks with a body; safe to repeat. */
    JsonNode ask(String path, JsonNode body) {
        return send("POST", path, body, true);
    }

    /** Changes the registry; not repeated once it may have been received. */
    JsonNode change(String path, JsonNode body) {
        return send("POST", path, body, false);
    }

    private JsonNode send(String method, String path, JsonNode body, boolean repeatable) {
        List<URI> urls = settings.urls();
        int first = preferred.get();
        RegistryUnavailableException failure = null;
        for (int i = 0; i < urls.size() * ROUNDS; i++) {
            int node = (first + i) % urls.size();
            URI uri = URI.create(urls.get(node).toString().replaceAll("/+$", "") + path);
            try {
                JsonNode answer = exchange(uri, method, body);
                preferred.set(node);
                return answer;
            } catch (ConnectException | HttpConnectTimeoutException e) {
                failure = unavailable(uri, "no connection", e);
            } catch (IOException e) {
                failure = unavailable(uri, "no answer", e);
                if (!repeatable) {
                    throw failure;
                }
            } catch (RegistryUnavailableException e) {
                failure = e;
                if (!repeatable || Thread.currentThread().isInterrupted()) {
                    throw failure;
                }
            }
        }
        throw failure;
    }

    private JsonNode exchange(URI uri, String method, JsonNode body) throws IOException {
        HttpRequest.BodyPublisher publisher = body == null
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofString(body.toString());
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(settings.requestTimeout())
                .header("Accept", MEDIA_TYPE + ", application/json")
                .header("Content-Type", MEDIA_TYPE)
                .method(method, publisher);
        settings.auth().header().ifPresent(value -> request.header("Authorization", value));
        try {
            return answerOf(uri, http.send(request.build(), bodyHandler()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable(uri, "interrupted", e);
        }
    }

    private static HttpResponse.BodyHandler<String> bodyHandler() {
        return HttpResponse.BodyHandlers.limiting(
                HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8), ANSWER_LIMIT_BYTES);
    }

    /**
     * A refusal counts as one only when it is in the protocol's own words. A bare 404 is some other server, or a wrong path: taking it for "no such
     * schema" would send every job to the dead letters.
     */
    private static JsonNode answerOf(URI uri, HttpResponse<String> response) {
        int status = response.statusCode();
        JsonNode answer = parsed(response.body());
        if (status / 100 == 2 && answer != null) {
            return answer;
        }
        int code = answer == null ? 0 : answer.path("error_code").asInt(0);
        boolean refusal = (status == 404 && code / 100 == 404) || status == 409 || status == 422;
        String said = answer == null ? "" : ": " + answer.path("message").asText("");
        if (refusal && answer != null) {
            throw new RegistryRefusedException(code == 0 ? status : code, uri + " answered " + status + said);
        }
        throw new RegistryUnavailableException(
                "registry at %s: expected an answer in its protocol, found status %d%s".formatted(uri, status, said));
    }

    private static JsonNode parsed(String body) {
        try {
            JsonNode node = JSON.readTree(body);
            return node.isMissingNode() ? null : node;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    private static RegistryUnavailableException unavailable(URI uri, String what, Exception cause) {
        return new RegistryUnavailableException("registry at %s: %s (%s)".formatted(uri, what, reason(cause)), cause);
    }

    private static String reason(Exception e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
