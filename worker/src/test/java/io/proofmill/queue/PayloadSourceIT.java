package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.proofmill.runlogs.PlantedSecrets;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads over HTTP from a server that misbehaves as the test says. */
class PayloadSourceIT {
    private static final byte[] BYTES = new byte[300_000];
    private static final int CUT = 100_000;

    static {
        new Random(7).nextBytes(BYTES);
    }

    @TempDir
    private Path folder;

    private final List<String> ranges = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer server;
    private Spool spool;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void a_payload_is_streamed_into_the_spool_and_its_query_is_passed_on() throws Exception {
        serve(exchange -> {
            assertThat(exchange.getRequestURI().getQuery()).isEqualTo("token=" + PlantedSecrets.PAYLOAD_TOKEN);
            send(exchange, 200, BYTES);
        });
        List<JobPayload> payloads = resolver("127.0.0.1").resolve(request("?token=" + PlantedSecrets.PAYLOAD_TOKEN));
        assertThat(((JobPayload.Spooled) payloads.getFirst()).file()).hasBinaryContent(BYTES);
    }

    @Test
    void a_connection_that_breaks_is_taken_up_where_it_broke() throws Exception {
        serve(exchange -> {
            String range = exchange.getRequestHeaders().getFirst("Range");
            ranges.add(String.valueOf(range));
            if (range == null) {
                exchange.sendResponseHeaders(200, BYTES.length);
                exchange.getResponseBody().write(BYTES, 0, CUT);
                exchange.getResponseBody().flush();
                exchange.close(); // in the middle of the body
            } else {
                int from = Integer.parseInt(range.substring("bytes=".length(), range.length() - 1));
                send(exchange, 206, Arrays.copyOfRange(BYTES, from, BYTES.length));
            }
        });
        List<JobPayload> payloads = resolver("127.0.0.1").resolve(request(""));
        assertThat(((JobPayload.Spooled) payloads.getFirst()).file()).hasBinaryContent(BYTES);
        // A connection that is reset may lose the last bytes that were under way; those that were read are not asked
        // for again.
        assertThat(ranges.getLast()).matches("bytes=[1-9][0-9]*-");
        assertThat(Integer.parseInt(ranges.getLast().replaceAll("[^0-9]", ""))).isLessThanOrEqualTo(CUT);
    }

    @Test
    void a_server_that_knows_no_ranges_is_read_again_from_the_start_without_a_byte_twice() throws Exception {
        serve(exchange -> {
            ranges.add(String.valueOf(exchange.getRequestHeaders().getFirst("Range")));
            exchange.sendResponseHeaders(200, BYTES.length);
            exchange.getResponseBody().write(BYTES, 0, ranges.size() == 1 ? CUT : BYTES.length);
            exchange.close();
        });
        List<JobPayload> payloads = resolver("127.0.0.1").resolve(request(""));
        assertThat(((JobPayload.Spooled) payloads.getFirst()).file()).hasBinaryContent(BYTES);
        assertThat(ranges).hasSize(2);
    }

    @Test
    void a_redirect_is_not_followed_to_wherever_it_leads() {
        serve(exchange -> {
            exchange.getResponseHeaders().add("Location", "http://169.254.169.254/latest/meta-data");
            send(exchange, 302, new byte[0]);
        });
        assertRefused(resolver("127.0.0.1"), Reason.INVALID_REQUEST, "redirects are not followed");
    }

    @Test
    void a_host_that_is_not_listed_is_never_asked() {
        serve(exchange -> {
            ranges.add("asked");
            send(exchange, 200, BYTES);
        });
        assertRefused(resolver("payloads.example"), Reason.INVALID_REQUEST, "127.0.0.1 is not among the hosts");
        assertThat(ranges).isEmpty();
    }

    @Test
    void a_listed_port_allows_that_port_only() throws Exception {
        serve(exchange -> send(exchange, 200, BYTES));
        int port = server.getAddress().getPort();
        assertThat(resolver("127.0.0.1:" + port).resolve(request(""))).hasSize(1);
        assertRefused(resolver("127.0.0.1:" + (port + 1)), Reason.INVALID_REQUEST, "not among the hosts");
    }

    /** A connection that dies without a word, as behind a gateway that forgets it. */
    @Test
    void a_store_that_falls_silent_in_the_middle_of_a_payload_is_given_up_and_not_waited_for_for_ever() {
        CountDownLatch over = new CountDownLatch(1);
        serve(exchange -> {
            exchange.sendResponseHeaders(200, BYTES.length);
            exchange.getResponseBody().write(BYTES, 0, CUT);
            exchange.getResponseBody().flush();
            awaitQuietly(over);
        });
        PayloadSource impatient = new PayloadSource(settings("127.0.0.1"), Duration.ofMillis(40));
        assertRefused(resolver("127.0.0.1", impatient), Reason.PAYLOAD_UNAVAILABLE, "nothing came for");
        over.countDown();
        assertThat(spool.used()).isZero();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Each of these was waited for as if its store were away, or ended the task that asked for it without an answer. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:elsewhere",
                "file:///a%00b",
                "file://{root}",
                "file://{root}/payload/below",
                "file://{root}/absent",
                "file:///proc/1/root/etc/passwd/below"
            })
    void a_file_that_can_never_be_read_is_the_requests_fault(String address) throws Exception {
        Files.write(folder.resolve("payload"), BYTES);
        PayloadSource source = new PayloadSource(settings("127.0.0.1").withFileRoots(Set.of(folder)));
        assertThatThrownBy(() -> source.open(address.replace("{root}", folder.toString()), 0))
                .isInstanceOfSatisfying(
                        PayloadException.class, e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_REQUEST));
    }

    @Test
    void a_file_with_a_name_that_no_disk_takes_is_the_requests_fault() {
        PayloadSource source = new PayloadSource(settings("127.0.0.1").withFileRoots(Set.of(folder)));
        assertThatThrownBy(() -> source.open("file://" + folder + "/" + "x".repeat(300), 0))
                .isInstanceOfSatisfying(
                        PayloadException.class, e -> assertThat(e.reason()).isEqualTo(Reason.INVALID_REQUEST));
    }

    @Test
    void a_file_in_a_folder_that_is_not_mounted_is_waited_for() {
        Path mount = folder.resolve("mount");
        PayloadSource source = new PayloadSource(settings("127.0.0.1").withFileRoots(Set.of(mount)));
        assertThatThrownBy(() -> source.open("file://" + mount + "/payload", 0)).isInstanceOf(IOException.class);
    }

    @Test
    void a_missing_payload_is_the_requests_fault_and_a_failing_store_is_not() {
        serve(exchange -> send(exchange, 404, new byte[0]));
        assertRefused(resolver("127.0.0.1"), Reason.INVALID_REQUEST, "found 404");
        server.removeContext("/");
        serve(exchange -> send(exchange, 503, new byte[0]));
        assertRefused(resolver("127.0.0.1"), Reason.PAYLOAD_UNAVAILABLE, "status 503");
        assertThat(spool.used()).isZero();
    }

    @Test
    void no_message_shows_the_query_which_may_hold_a_secret() {
        serve(exchange -> send(exchange, 404, new byte[0]));
        assertThatThrownBy(() -> resolver("127.0.0.1").resolve(request("?token=" + PlantedSecrets.PAYLOAD_TOKEN)))
                .hasMessageNotContaining(PlantedSecrets.PAYLOAD_TOKEN);
    }

    private void serve(HttpHandler handler) {
        server.createContext("/", handler);
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void assertRefused(PayloadResolver resolver, Reason reason, String part) {
        assertThatThrownBy(() -> resolver.resolve(request("")))
                .isInstanceOfSatisfying(
                        PayloadException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining(part);
    }

    private QueueSettings.Payloads settings(String host) {
        return QueueSettings.defaults("none:1", "g")
                .payloads()
                .withSpool(folder.resolve("spool"))
                .withHosts(Set.of(host));
    }

    private PayloadResolver resolver(String host) {
        return resolver(host, new PayloadSource(settings(host)));
    }

    private PayloadResolver resolver(String host, PayloadSource source) {
        QueueSettings.Payloads settings = settings(host);
        spool = new Spool(settings.spool(), settings.spoolBytes());
        return new PayloadResolver(settings, source, spool);
    }

    private AcceptedRequest request(String query) {
        return QueueBench.acceptedByReference(
                "http://127.0.0.1:" + server.getAddress().getPort() + "/witness" + query, BYTES);
    }
}
