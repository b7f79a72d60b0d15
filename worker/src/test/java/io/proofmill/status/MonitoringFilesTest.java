package io.proofmill.status;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Dashboard, alerts and runbooks agree with the code and with each other. */
class MonitoringFilesTest {
    private static final Path OPS = Path.of("../ops");
    private static final Path ALERTS = OPS.resolve("prometheus/alerts.yml");
    private static final Path RUNBOOKS = Path.of("../docs/runbooks.md");
    private static final Pattern SELECTOR = Pattern.compile("\\b(proofmill_\\w+)(?:\\{([^}]*)})?");
    private static final Pattern LABEL = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)\\s*\"([^\"]*)\"");
    private static final Set<String> EVERYWHERE = Set.of("instance", "job", "le");

    @Test
    void every_metric_and_label_that_the_dashboard_names_exists() throws IOException {
        JsonNode dashboard = new ObjectMapper()
                .readTree(OPS.resolve("grafana/dashboards/proofmill.json").toFile());
        List<String> expressions = new ArrayList<>();
        for (JsonNode panel : dashboard.path("panels")) {
            panel.path("targets")
                    .forEach(target -> expressions.add(target.path("expr").asText()));
        }
        assertThat(expressions).hasSizeGreaterThan(20).allSatisfy(MonitoringFilesTest::requireKnown);
    }

    @Test
    void the_dashboard_shows_every_metric_that_somebody_has_to_watch() throws IOException {
        String dashboard = Files.readString(OPS.resolve("grafana/dashboards/proofmill.json"));
        Set<Metric> elsewhere = Set.of(
                Metric.TURN,
                Metric.PARTITIONS,
                Metric.DEAD_LETTERS,
                Metric.GROUP_MEMBERS,
                Metric.GROUP_BUILDS,
                Metric.DEVICE_IDLE,
                Metric.DEVICE_RUNNING,
                Metric.DEVICE_MEMORY);
        assertThat(Stream.of(Metric.values()).filter(metric -> !elsewhere.contains(metric)))
                .allSatisfy(metric -> assertThat(dashboard).contains(metric.exported()));
    }

    @Test
    void every_metric_and_label_that_an_alert_names_exists() throws IOException {
        assertThat(alerts()).hasSizeGreaterThan(10).allSatisfy(alert -> {
            requireKnown(alert.path("expr").asText());
            assertThat(alert.at("/labels/severity").asText()).isIn("page", "ticket");
        });
    }

    @Test
    void workers_are_scaled_by_what_waits_and_not_by_what_runs_or_is_parked() throws IOException {
        JsonNode scaled = new ObjectMapper(new YAMLFactory())
                .readTree(OPS.resolve("kubernetes/scaledobject.yaml").toFile());
        String query = scaled.at("/spec/triggers/0/metadata/query").asText().replace("namespace=\"proofmill\"", "");

        requireKnown(query);
        assertThat(query).contains(Metric.LAG.exported());
        assertThat(query).doesNotContain(Metric.JOBS_IN_FLIGHT.exported(), Metric.JOBS_PARKED.exported());
    }

    @Test
    void each_alert_has_a_runbook_that_says_what_it_means_where_to_look_and_what_to_do() throws IOException {
        String[] sections = Files.readString(RUNBOOKS).split("(?m)^## ");
        List<String> headed = new ArrayList<>();
        for (String section : List.of(sections).subList(1, sections.length)) {
            headed.add(section.lines().findFirst().orElseThrow());
            assertThat(section).contains("**What it means.** ", "**Look at.** ", "**Do.** ");
        }
        List<String> named = new ArrayList<>();
        for (JsonNode alert : alerts()) {
            String name = alert.path("alert").asText();
            named.add(name);
            assertThat(alert.at("/annotations/runbook_url").asText())
                    .isEqualTo("docs/runbooks.md#" + name.toLowerCase(Locale.ROOT));
        }
        assertThat(headed).isEqualTo(named);
    }

    /** Debian's package prometheus brings promtool; PROMTOOL may name another one. */
    @Test
    void promtool_takes_the_rules_and_they_fire_when_they_should() throws IOException, InterruptedException {
        Optional<String> promtool = Stream.of(
                        Optional.ofNullable(System.getenv("PROMTOOL")).orElse(""),
                        "/usr/bin/promtool",
                        "/usr/local/bin/promtool")
                .filter(name -> !name.isEmpty() && Files.isExecutable(Path.of(name)))
                .findFirst();
        Assumptions.assumeTrue(promtool.isPresent(), "no promtool on this machine: Debian's package prometheus has it");
        Path folder = OPS.resolve("prometheus");
        run(promtool.get(), "check", "config", folder.resolve("prometheus.yml").toString());
        run(promtool.get(), "test", "rules", folder.resolve("alerts.test.yml").toString());
    }

    private static void requireKnown(String expression) {
        Matcher selectors = SELECTOR.matcher(expression);
        int found = 0;
        while (selectors.find()) {
            found++;
            Metric metric = metric(selectors.group(1));
            Set<String> allowed = new HashSet<>(EVERYWHERE);
            allowed.addAll(metric.labels());
            Matcher labels = LABEL.matcher(selectors.group(2) == null ? "" : selectors.group(2));
            while (labels.find()) {
                assertThat(allowed).as(expression).contains(labels.group(1));
            }
        }
        assertThat(found).as(expression).isPositive();
    }

    private static Metric metric(String exported) {
        return Stream.of(Metric.values())
                .filter(metric -> exported.equals(metric.exported())
                        || (metric.type() == Metric.Type.HISTOGRAM
                                && exported.matches(metric.exported() + "_(bucket|sum|count|max)")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no metric " + exported));
    }

    private static List<JsonNode> alerts() throws IOException {
        JsonNode file = new ObjectMapper(new YAMLFactory()).readTree(ALERTS.toFile());
        List<JsonNode> alerts = new ArrayList<>();
        file.path("groups").forEach(group -> group.path("rules").forEach(alerts::add));
        return alerts;
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
