package io.proofmill.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proofmill.queue.QueueStatus;
import io.proofmill.queue.WorkerId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatusServerTest {
    private static final String HOSTILE = "</script><script>alert('\"1')</script>";
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private final HttpClient client = HttpClient.newHttpClient();
    private String notReady = "";
    private StatusServer server;

    @BeforeEach
    void start() throws IOException {
        server = StatusServer.start(0, this::snapshot, () -> "proofmill_jobs_in_flight 1.0\n");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void the_status_names_build_and_instance_and_keeps_hostile_ids_as_data() throws Exception {
        HttpResponse<String> answer = get("/status.json");
        JsonNode status = new ObjectMapper().readTree(answer.body());

        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json; charset=utf-8");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(status.at("/queue/worker/build").asText()).isEqualTo("0.1.0+abc");
        assertThat(status.at("/queue/running/0/id").asText()).isEqualTo(HOSTILE);
        assertThat(status.at("/queue/worker/startedAt").asText()).isEqualTo(NOW.toString());
    }

    @Test
    void readiness_follows_the_worker_and_says_why_not() throws Exception {
        assertThat(get("/readyz").statusCode()).isEqualTo(200);

        notReady = "the worker is draining";

        assertThat(get("/readyz").statusCode()).isEqualTo(503);
        assertThat(get("/readyz").body()).isEqualTo("the worker is draining\n");
        assertThat(get("/healthz").statusCode()).isEqualTo(200);
    }

    @Test
    void the_page_needs_nothing_from_outside_and_sets_no_markup_from_data() throws Exception {
        String page = get("/").body();

        assertThat(page).contains("Proofmill").doesNotContain("http://", "https://", "innerHTML", "document.write");
    }

    @Test
    void events_carry_the_status() throws Exception {
        var answer = client.send(request("/events").build(), BodyHandlers.ofInputStream());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).startsWith("data: {\"version\":1,");
        }
    }

    @Test
    void metrics_are_served_and_nothing_is_written() throws Exception {
        assertThat(get("/metrics").body()).contains("proofmill_jobs_in_flight 1.0");
        assertThat(get("/nothing").statusCode()).isEqualTo(404);
        var post = request("/status.json")
                .POST(HttpRequest.BodyPublishers.ofString("x"))
                .build();
        assertThat(client.send(post, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }

    private StatusSnapshot snapshot() {
        QueueStatus queue = new QueueStatus(
                QueueStatus.State.RUNNING,
                new WorkerId("w1", "0.1.0+abc", "host", NOW),
                NOW,
                List.of(),
                List.of(),
                List.of(new QueueStatus.RunningJob(HOSTILE, "chain", 1, Optional.of("proving"), Optional.empty(), NOW)),
                Map.of(),
                0,
                1,
                2,
                3,
                4);
        return new StatusSnapshot(
                1,
                notReady.isEmpty(),
                notReady,
                queue,
                new StatusSnapshot.Memory(1, 2),
                List.of("cpu"),
                List.of(),
                List.of());
    }
}
