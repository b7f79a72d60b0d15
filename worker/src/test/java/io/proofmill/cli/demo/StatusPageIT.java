package io.proofmill.cli.demo;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.proofmill.queue.embedded.FreePort;
import io.proofmill.runlogs.PlantedSecrets;
import io.proofmill.status.OtlpReceiver;
import io.proofmill.status.SampleStatus;
import io.proofmill.status.StatusServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The status page in a real browser, on a demo that runs. The README's pictures are remade by {@code mvn verify -Dit.test=StatusPageIT -Dremake=true}.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StatusPageIT {
    private static final Path PICTURES = Path.of("../docs/images");
    private static final String TOKEN = PlantedSecrets.STATUS_TOKEN;
    private static final int JOBS = 24;
    private static final int PHONE_WIDTH = 390;

    @TempDir
    private static Path folder;

    private static OtlpReceiver traces;
    private static DemoCluster cluster;
    private static Browser browser;
    private static String address;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        Optional<Path> chromium = Browser.installed();
        Assumptions.assumeTrue(
                chromium.isPresent(), "no Chromium on this machine: apt-get install chromium, or set CHROMIUM");
        DemoCircuits circuits = new DemoCircuits(folder.resolve("circuits"));
        for (String curve : DemoCircuits.CURVES) {
            circuits.install("chain", curve);
        }
        traces = OtlpReceiver.start();
        int port = FreePort.find();
        cluster = DemoCluster.start(
                folder,
                Map.of(
                        "status.port", Integer.toString(port),
                        "status.actions", "cancel,replay,drain,pause",
                        "status.token-env", "STATUS_TOKEN",
                        "traces.otlp-endpoint", traces.address(),
                        "worker.instance-id", "prover-1",
                        "prover.backend", "cpu"),
                Map.of("STATUS_TOKEN", TOKEN));
        address = "http://127.0.0.1:" + port + "/";
        prove(DemoJob.list(JOBS));
        browser = Browser.open(chromium.get());
    }

    @AfterAll
    static void stop() throws IOException {
        if (browser != null) {
            browser.close();
        }
        if (cluster != null) {
            cluster.close();
        }
        if (traces != null) {
            traces.close();
        }
    }

    @AfterEach
    void the_browser_has_nothing_to_complain_about() {
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    @Order(1)
    void the_page_tells_of_worker_devices_jobs_circuits_group_and_dead_letters() throws IOException {
        Page page = browser.show(address, ColorScheme.LIGHT, 1200, 900);

        assertThat(page.locator("#state")).hasText("ready");
        assertThat(page.locator("#identity")).containsText("prover-1 · build ");
        assertThat(page.locator("#figures")).containsText(Pattern.compile((JOBS - 2) + "\\s*proved"));
        assertThat(page.locator("#devices")).containsText(Pattern.compile("cpu.*healthy.*GiB"));
        assertThat(page.locator("#circuits")).containsText(Pattern.compile("chain-bn128.*BN254"));
        assertThat(page.locator("#members")).containsText(Pattern.compile("prover-1.*0\\.1\\.0"));
        assertThat(page.locator("#group")).containsText("stable, 1 worker(s)");
        assertThat(page.locator("#letter-counts")).containsText("UNKNOWN_CIRCUIT 1");
        assertThat(page.locator("#priorities")).containsText("proof.requests.normal");
        assertThat(page.locator("#timeline .track .proving").first()).isVisible();
        assertThat(page.locator("#timeline")).containsText(Pattern.compile("cpu.*idle \\d+ %"));
        picture(page, "status-light.png");
        picture(browser.show(address, ColorScheme.DARK, 1200, 900), "status-dark.png");
    }

    @Test
    @Order(2)
    void on_a_phone_only_the_tables_scroll_sideways() throws IOException {
        Page page = browser.show(address, ColorScheme.DARK, PHONE_WIDTH, 844);
        assertThat(page.locator("#state")).hasText("ready");

        assertThat(page.evaluate("document.documentElement.scrollWidth")).isEqualTo(PHONE_WIDTH);
        picture(page, "status-phone.png");
    }

    @Test
    @Order(3)
    void a_dead_letter_s_bytes_can_be_downloaded() throws IOException {
        Page page = browser.show(address, ColorScheme.LIGHT, 1200, 900);
        Download download = page.waitForDownload(
                () -> page.locator("#letters tr", new Page.LocatorOptions().setHasText("UNKNOWN_CIRCUIT"))
                        .locator("button.link")
                        .click());

        assertThat(download.suggestedFilename()).matches("dead-letter-\\d+-\\d+\\.bin");
        assertThat(Files.size(download.path())).isPositive();
    }

    @Test
    @Order(4)
    void pause_holds_jobs_back_and_resume_starts_them() throws IOException {
        Page page = browser.show(address, ColorScheme.LIGHT, 1200, 900);
        page.locator("#buttons button", new Page.LocatorOptions().setHasText("pause"))
                .click();
        assertThat(page.locator("#answer")).containsText("an Authorization header with the bearer token is needed");
        browser.complaints().clear(); // the refusal itself is an error on the console
        page.locator("#token").fill(TOKEN);
        page.locator("#buttons button", new Page.LocatorOptions().setHasText("pause"))
                .click();
        assertThat(page.locator("#state")).hasText("paused");

        DemoJob held = new DemoJob("held", "chain", "bn128", DemoJob.Form.WITNESS);
        try (DemoClient client = client(List.of(held))) {
            client.submit(held);
            assertThat(page.locator("#priorities")).containsText(Pattern.compile("normal\\s*1\\s*\\d"));
            page.locator("#buttons button", new Page.LocatorOptions().setHasText("resume"))
                    .click();
            assertThat(page.locator("#ended")).containsText("held");
        }
        assertThat(page.locator("#state")).hasText("ready");
    }

    @Test
    @Order(5)
    void a_dead_letter_can_be_replayed_once_its_circuit_is_there() throws IOException {
        new DemoCircuits(folder.resolve("circuits")).install("bits", "bls12381");
        Page page = browser.show(address, ColorScheme.LIGHT, 1200, 900);
        page.locator("#token").fill(TOKEN);
        page.locator("#letters tr", new Page.LocatorOptions().setHasText("UNKNOWN_CIRCUIT"))
                .locator("button", new com.microsoft.playwright.Locator.LocatorOptions().setHasText("replay"))
                .click();

        assertThat(page.locator("#answer")).containsText("replayed to proof.requests");
        assertThat(page.locator("#ended")).containsText(Pattern.compile("demo-" + JOBS + ".*bits-bls12381.*proved"));
    }

    @Test
    @Order(6)
    void hostile_ids_and_labels_stay_words() throws IOException {
        SampleStatus sample = new SampleStatus(Instant.now());
        sample.enable(Set.of("cancel", "replay"));
        try (StatusServer server = StatusServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), sample, sample, Optional.of(TOKEN))) {
            Page page = browser.show("http://127.0.0.1:" + server.port() + "/", ColorScheme.LIGHT, 1200, 900);
            assertThat(page.locator("#running td.id")).hasText(SampleStatus.HOSTILE);
            assertThat(page.locator("#group")).containsText("MIXED BUILDS");
            assertThat(page.locator("#devices")).containsText("quarantined");
            assertThat(page.locator("#letters")).containsText(SampleStatus.HOSTILE);

            assertThat(page.locator("main img, main script, #running script")).hasCount(0);
            assertThat(page.title()).isEqualTo("Proofmill worker");
            page.locator("#token").fill(TOKEN);
            page.locator("#running button").click();
            assertThat(page.locator("#answer")).hasText("cancel done");
            assertThat(sample.performed()).containsExactly("cancel " + SampleStatus.HOSTILE);
            page.close();
        }
        browser.complaints().clear(); // the server has gone under the page's feet
    }

    @Test
    @Order(7)
    void the_metrics_count_what_the_worker_did() throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(address + "metrics")).build(), BodyHandlers.ofString());

        assertThat(answer.body())
                .contains("proofmill_jobs_total{outcome=\"proved\",reason=\"\"} " + JOBS + ".0\n")
                .contains("proofmill_jobs_total{outcome=\"dead_lettered\",reason=\"UNKNOWN_CIRCUIT\"} 1.0\n")
                .contains("proofmill_jobs_total{outcome=\"dead_lettered\",reason=\"UNSATISFIED\"} 1.0\n")
                .contains("proofmill_queue_wait_seconds_count{priority=\"normal\"} " + (JOBS + 2) + "\n")
                .contains("proofmill_rebalanced_partitions_total{kind=\"assigned\"} 24.0\n")
                .contains("proofmill_queue_lag_records{priority=\"normal\"} 0.0\n")
                .contains("proofmill_group_members 1.0\n")
                .contains("proofmill_ready 1.0\n")
                .containsPattern("proofmill_transactions_total\\{outcome=\"committed\"} [1-9]")
                .containsPattern("proofmill_device_busy_seconds_total\\{device=\"cpu\"} [0-9.]*[1-9]")
                .contains(
                        "proofmill_stage_duration_seconds_count{circuit=\"chain-bn128\",stage=\"proving.msm-h\"} 13\n");
    }

    @Test
    @Order(8)
    void drain_ends_the_worker_after_a_question() {
        Page page = browser.show(address, ColorScheme.LIGHT, 1200, 900);
        page.locator("#token").fill(TOKEN);
        page.onDialog(com.microsoft.playwright.Dialog::accept);
        page.locator("#buttons button", new Page.LocatorOptions().setHasText("drain"))
                .click();

        assertThat(page.locator("#state")).hasText("stopped");
    }

    @Test
    @Order(9)
    void every_job_was_traced_from_its_request_to_its_publication() throws IOException {
        cluster.close();
        cluster = null;

        assertThat(traces.names())
                .contains(
                        "prove chain-bn128", "queue wait", "payload fetch", "synthesis", "proving", "check", "publish")
                .anyMatch(name -> name.startsWith("proving."));
        assertThat(traces.names()).filteredOn(name -> name.equals("publish")).hasSize(JOBS + 2);
    }

    private static void prove(List<DemoJob> jobs) throws IOException {
        try (DemoClient client = client(jobs)) {
            for (DemoJob job : jobs) {
                client.submit(job);
            }
            client.await(jobs.size(), ignored -> {});
        }
    }

    private static DemoClient client(List<DemoJob> jobs) {
        return new DemoClient(cluster.clientSettings(), cluster.registry().url(), jobs);
    }

    private static void picture(Page page, String name) throws IOException {
        assertThat(page.locator("#timeline .track").first()).isVisible();
        if (Boolean.getBoolean("remake")) {
            Files.createDirectories(PICTURES);
            page.screenshot(
                    new Page.ScreenshotOptions().setPath(PICTURES.resolve(name)).setFullPage(true));
        }
    }
}
