package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.proofmill.runlogs.PlantedSecrets;
import io.proofmill.schemas.PayloadReference;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real S3 client against a store in this process that demands signed requests. */
class S3StoreIT {
    private static final byte[] BYTES = new byte[200_000];
    private static final int CUT = 50_000;

    static {
        new Random(11).nextBytes(BYTES);
    }

    @TempDir
    private Path folder;

    private final Map<String, byte[]> objects = new ConcurrentHashMap<>();
    private final List<String> seen = new ArrayList<>();
    private HttpServer server;
    private boolean cutOnce;
    private int status = 200;

    @BeforeEach
    void startStore() throws IOException {
        System.setProperty("aws.accessKeyId", "test-key");
        System.setProperty("aws.secretAccessKey", PlantedSecrets.S3_KEY);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stopStore() {
        server.stop(0);
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }

    @Test
    void a_payload_is_read_with_a_signed_request() throws Exception {
        objects.put("/bucket/witness", BYTES);
        List<JobPayload> payloads = resolver().resolve(request("s3://bucket/witness"));
        assertThat(((JobPayload.Spooled) payloads.getFirst()).file()).hasBinaryContent(BYTES);
        assertThat(seen).containsExactly("GET /bucket/witness null");
    }

    @Test
    void a_download_that_breaks_is_taken_up_where_it_broke() throws Exception {
        objects.put("/bucket/witness", BYTES);
        cutOnce = true;
        List<JobPayload> payloads = resolver().resolve(request("s3://bucket/witness"));
        assertThat(((JobPayload.Spooled) payloads.getFirst()).file()).hasBinaryContent(BYTES);
        assertThat(seen).containsExactly("GET /bucket/witness null", "GET /bucket/witness bytes=" + CUT + "-");
    }

    @Test
    void a_missing_object_and_a_bucket_that_is_not_listed_are_the_requests_fault() {
        assertRefused("s3://bucket/absent", Reason.INVALID_REQUEST, "there is no object s3://bucket/absent");
        seen.clear();
        assertRefused("s3://other/witness", Reason.INVALID_REQUEST, "other is not among the buckets");
        assertThat(seen).isEmpty();
    }

    @Test
    void a_store_that_does_not_let_the_worker_in_is_trouble_of_the_surroundings_and_no_secret_is_shown() {
        status = 403;
        assertRefused("s3://bucket/witness", Reason.PAYLOAD_UNAVAILABLE, "status 403");
        assertThatThrownBy(() -> resolver().resolve(request("s3://bucket/witness")))
                .hasMessageNotContaining(PlantedSecrets.S3_KEY);
    }

    @Test
    void a_proof_over_the_limit_is_kept_as_an_object_and_named_by_its_digest() throws Exception {
        ResultStore store = results(URI.create("s3://bucket/proofs"));
        assertThat(store.takes(1_000)).isFalse();
        assertThat(store.takes(BYTES.length)).isTrue();
        PayloadReference kept =
                store.keep(ByteBuffer.wrap(BYTES), new CancellationSwitch()).orElseThrow();
        String digest = HexFormat.of().formatHex(StatementDigest.sha256().digest(BYTES));
        assertThat(kept).isEqualTo(new PayloadReference("s3://bucket/proofs/" + digest + ".proof", digest, (long)
                BYTES.length));
        assertThat(objects.get("/bucket/proofs/" + digest + ".proof")).isEqualTo(BYTES);
    }

    @Test
    void a_proof_is_kept_in_a_folder_whole_or_not_at_all() throws Exception {
        PayloadReference kept = results(folder.resolve("kept").toUri())
                .keep(ByteBuffer.wrap(BYTES), new CancellationSwitch())
                .orElseThrow();
        assertThat(Path.of(URI.create(kept.getUri()))).hasBinaryContent(BYTES);
        assertThat(folder.resolve("kept")).isDirectoryNotContaining("glob:**partial*");
    }

    @Test
    void a_store_that_is_away_is_waited_for_until_the_job_is_cancelled() throws Exception {
        status = 403;
        CancellationSwitch cancellation = new CancellationSwitch();
        Troubles troubles = new Troubles(Clock.systemUTC());
        List<String> troublesSeen = new ArrayList<>();
        ResultStore store = new ResultStore(
                new QueueSettings.Results(1_000, Optional.of(URI.create("s3://bucket/proofs"))),
                new S3Store(objectStore()),
                troubles,
                new Backoff(Duration.ofMillis(1), Duration.ofMillis(2), new Random(1)),
                wait -> {
                    troubles.all().forEach(trouble -> troublesSeen.add(trouble.reasonCode()));
                    cancellation.request();
                });
        assertThat(store.keep(ByteBuffer.wrap(BYTES), cancellation)).isEmpty();
        assertThat(troublesSeen).containsExactly("STORAGE_UNAVAILABLE");
        assertThat(troubles.all()).isEmpty();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String authorization = exchange.getRequestHeaders().getFirst("Authorization");
        String path = exchange.getRequestURI().getPath();
        byte[] body = exchange.getRequestBody().readAllBytes();
        String range = exchange.getRequestHeaders().getFirst("Range");
        seen.add(exchange.getRequestMethod() + " " + path + " " + range);
        boolean signed = authorization != null
                && authorization.startsWith("AWS4-HMAC-SHA256 Credential=test-key/")
                && authorization.contains("Signature=");
        if (!signed || status != 200) {
            end(exchange, signed ? status : 403, new byte[0]);
        } else if (exchange.getRequestMethod().equals("PUT")) {
            objects.put(path, body);
            end(exchange, 200, new byte[0]);
        } else if (!objects.containsKey(path)) {
            end(exchange, 404, new byte[0]);
        } else if (range == null) {
            boolean cut = cutOnce;
            cutOnce = false;
            exchange.sendResponseHeaders(200, BYTES.length);
            exchange.getResponseBody().write(BYTES, 0, cut ? CUT : BYTES.length);
            exchange.close();
        } else {
            int from = Integer.parseInt(range.substring("bytes=".length(), range.length() - 1));
            end(exchange, 206, Arrays.copyOfRange(BYTES, from, BYTES.length));
        }
    }

    private static void end(HttpExchange exchange, int code, byte[] body) throws IOException {
        exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void assertRefused(String uri, Reason reason, String part) {
        assertThatThrownBy(() -> resolver().resolve(request(uri)))
                .isInstanceOfSatisfying(
                        PayloadException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining(part);
    }

    private QueueSettings.ObjectStore objectStore() {
        URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new QueueSettings.ObjectStore(Optional.of(endpoint), Optional.empty(), Set.of("bucket"));
    }

    private ResultStore results(URI store) {
        return new ResultStore(
                new QueueSettings.Results(1_000, Optional.of(store)),
                new S3Store(objectStore()),
                new Troubles(Clock.systemUTC()),
                new Backoff(Duration.ofMillis(1), Duration.ofMillis(2), new Random(1)),
                Pauser.SLEEP);
    }

    private PayloadResolver resolver() {
        return new PayloadResolver(QueueSettings.defaults("none:1", "g")
                .payloads()
                .withSpool(folder.resolve("spool"))
                .withObjectStore(objectStore()));
    }

    private static AcceptedRequest request(String uri) {
        return QueueBench.acceptedByReference(uri, BYTES);
    }
}
