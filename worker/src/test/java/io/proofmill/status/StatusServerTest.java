package io.proofmill.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatusServerTest {
    private static final String TOKEN = "0123456789abcdef-token";

    private final HttpClient client = HttpClient.newHttpClient();
    private final SampleStatus status = new SampleStatus(SampleStatus.NOW);
    private StatusServer server;

    @BeforeEach
    void start() throws IOException {
        server = StatusServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), status, status, Optional.of(TOKEN));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void the_status_names_build_and_instance_and_keeps_hostile_ids_as_data() throws Exception {
        HttpResponse<String> answer = get("/status.json");
        JsonNode json = new ObjectMapper().readTree(answer.body());

        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json; charset=utf-8");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(json.at("/queue/worker/build").asText()).isEqualTo("0.1.0+abc");
        assertThat(json.at("/queue/running/0/id").asText()).isEqualTo(SampleStatus.HOSTILE);
        assertThat(json.at("/queue/worker/startedAt").asText()).isEqualTo(SampleStatus.NOW.toString());
    }

    @Test
    void readiness_follows_the_worker_and_says_why_not() throws Exception {
        assertThat(get("/readyz").statusCode()).isEqualTo(200);

        status.notReady("the worker is draining");

        assertThat(get("/readyz").statusCode()).isEqualTo(503);
        assertThat(get("/readyz").body()).isEqualTo("the worker is draining\n");
        assertThat(get("/healthz").statusCode()).isEqualTo(200);
    }

    @Test
    void health_follows_the_process() throws Exception {
        status.sick("the queue has failed");

        assertThat(get("/healthz").statusCode()).isEqualTo(503);
        assertThat(get("/healthz").body()).isEqualTo("the queue has failed\n");
    }

    @Test
    void the_page_needs_nothing_from_outside_and_sets_no_markup_from_data() throws Exception {
        String page = get("/").body();

        assertThat(page)
                .contains("Proofmill")
                .doesNotContain("http://", "https://", "innerHTML", "document.write", "eval(");
    }

    @Test
    void events_carry_the_status_and_the_timeline() throws Exception {
        var answer = client.send(request("/events").build(), BodyHandlers.ofInputStream());
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            assertThat(lines.readLine()).isEqualTo("event: status");
            assertThat(lines.readLine()).startsWith("data: {\"version\":1,").doesNotContain("\"stages\":[{");
            assertThat(lines.readLine()).isEmpty();
            assertThat(lines.readLine()).isEqualTo("event: timeline");
            assertThat(lines.readLine()).startsWith("data: [{\"name\":\"cuda:0\"");
        }
    }

    @Test
    void metrics_come_as_prometheus_text_or_as_open_metrics_for_those_who_ask() throws Exception {
        assertThat(get("/metrics").headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
        var open = client.send(
                request("/metrics")
                        .header("Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5")
                        .build(),
                BodyHandlers.ofString());
        assertThat(open.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/openmetrics-text"));
        assertThat(open.body()).endsWith("# EOF\n");
    }

    @Test
    void nothing_is_written_by_other_methods() throws Exception {
        assertThat(get("/nothing").statusCode()).isEqualTo(404);
        var post = request("/status.json")
                .POST(HttpRequest.BodyPublishers.ofString("x"))
                .build();
        assertThat(client.send(post, BodyHandlers.ofString()).statusCode()).isEqualTo(405);
    }

    @Test
    void a_dead_letter_s_bytes_are_a_download_and_odd_ids_are_not_looked_for() throws Exception {
        var answer = client.send(request("/dead-letters/3:14").build(), BodyHandlers.ofByteArray());

        assertThat(answer.body()).isEqualTo(SampleStatus.LETTER);
        assertThat(answer.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"dead-letter-3-14.bin\"");
        assertThat(get("/dead-letters/3:15").statusCode()).isEqualTo(404);
        assertThat(get("/dead-letters/..%2fsecret").statusCode()).isEqualTo(404);
    }

    @Test
    void an_action_needs_to_be_enabled_and_the_token() throws Exception {
        assertThat(act("cancel", TOKEN, "a").statusCode()).isEqualTo(404);
        status.enable(Set.of("cancel", "pause"));

        assertThat(act("cancel", "wrong", "a").statusCode()).isEqualTo(403);
        assertThat(act("drain", TOKEN, "").statusCode()).isEqualTo(404);
        assertThat(act("cancel", TOKEN, "a").body()).isEqualTo("cancel done\n");
        assertThat(act("resume", TOKEN, "").statusCode()).isEqualTo(200);
        assertThat(act("cancel", TOKEN, "nobody").statusCode()).isEqualTo(400);
        assertThat(status.performed()).containsExactly("cancel a", "resume");
    }

    @Test
    void an_action_from_another_site_s_page_is_refused_even_with_the_token() throws Exception {
        status.enable(Set.of("drain"));
        for (String[] header :
                new String[][] {{"Origin", "http://evil.example"}, {"Sec-Fetch-Site", "cross-site"}, {"Origin", "null"}
                }) {
            var answer = client.send(
                    action("drain", TOKEN, "").header(header[0], header[1]).build(), BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(header[0] + " " + header[1]).isEqualTo(403);
        }
        assertThat(client.send(
                                action("drain", TOKEN, "")
                                        .header("Origin", "http://127.0.0.1:" + server.port())
                                        .build(),
                                BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void a_form_of_another_site_cannot_carry_the_token() throws Exception {
        status.enable(Set.of("drain"));
        var form = request("/actions/drain?token=" + TOKEN)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("token=" + TOKEN))
                .build();

        assertThat(client.send(form, BodyHandlers.ofString()).statusCode()).isEqualTo(403);
        assertThat(status.performed()).isEmpty();
    }

    @Test
    void without_a_token_nobody_acts() throws Exception {
        status.enable(Set.of("drain"));
        try (StatusServer open = StatusServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), status, status, Optional.empty())) {
            var post = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + open.port() + "/actions/drain"))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            assertThat(client.send(post, BodyHandlers.ofString()).statusCode()).isEqualTo(403);
        }
    }

    @Test
    void a_name_that_was_made_to_point_here_reads_nothing() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.US_ASCII);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            out.print("GET /status.json HTTP/1.1\r\nHost: rebound.example:" + server.port()
                    + "\r\nConnection: close\r\n\r\n");
            out.flush();
            assertThat(in.readLine()).contains(" 421 ");
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> act(String name, String token, String target)
            throws IOException, InterruptedException {
        return client.send(action(name, token, target).build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder action(String name, String token, String target) {
        return request("/actions/" + name)
                .header("Authorization", "Bearer " + token)
                .POST(HttpRequest.BodyPublishers.ofString("{\"target\":\"" + target + "\"}"));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }
}
