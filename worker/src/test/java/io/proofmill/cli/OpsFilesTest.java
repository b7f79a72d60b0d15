package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.proofmill.cli.config.ConfigReference;
import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.config.WorkerKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that operators copy agree with the code. */
class OpsFilesTest {
    private static final Path ROOT = Path.of("..");

    @Test
    void the_example_configuration_is_the_reference_that_the_worker_prints() throws IOException {
        Path example = ROOT.resolve("ops/worker.toml");
        if (Boolean.getBoolean("remake")) {
            Files.writeString(example, ConfigReference.toml());
        }
        assertThat(example).hasContent(ConfigReference.toml());
    }

    @Test
    void the_compose_worker_s_settings_exist_and_name_the_services_of_the_compose_file() throws IOException {
        Configuration worker = Configuration.read(ROOT.resolve("ops/compose/worker.toml"), Map.of());
        JsonNode services = compose().path("services");

        assertThat(worker.get(WorkerKeys.BOOTSTRAP)).isEqualTo("kafka:19092");
        assertThat(services.path("kafka")
                        .path("environment")
                        .path("KAFKA_ADVERTISED_LISTENERS")
                        .asText())
                .contains("INTERNAL://kafka:19092");
        assertThat(worker.get(WorkerKeys.REGISTRY_URLS)).containsExactly("http://registry:8080/apis/ccompat/v7");
        assertThat(services.path("registry").path("ports").get(0).asText()).endsWith(":8080");
        assertThat(worker.get(WorkerKeys.TOPIC_REPLICATION)).isEqualTo(1);
    }

    @Test
    void the_compose_file_pins_versions_and_waits_for_health() throws IOException {
        JsonNode services = compose().path("services");

        for (String name : new String[] {"kafka", "registry"}) {
            assertThat(services.path(name).path("image").asText()).as(name).matches(".+:\\d+\\.\\d+\\.\\d+");
            assertThat(services.path(name).has("healthcheck")).as(name).isTrue();
            assertThat(services.at("/worker/depends_on/" + name + "/condition").asText())
                    .as(name)
                    .isEqualTo("service_healthy");
        }
    }

    @Test
    void every_way_to_stop_a_worker_leaves_it_more_time_than_its_drain_budget() throws IOException {
        Configuration compose = Configuration.read(ROOT.resolve("ops/compose/worker.toml"), Map.of());
        String grace = compose().at("/services/worker/stop_grace_period").asText();
        assertThat(minutes(grace, "(\\d+)m")).isGreaterThan(compose.get(WorkerKeys.DRAIN_BUDGET));

        String unit = Files.readString(ROOT.resolve("ops/systemd/proofmill-worker.service"));
        Duration defaultBudget = Configuration.of(Map.of()).get(WorkerKeys.DRAIN_BUDGET);
        assertThat(minutes(unit, "TimeoutStopSec=(\\d+)min")).isGreaterThan(defaultBudget);
    }

    @Test
    void systemd_finds_no_fault_with_the_unit_where_it_can_be_asked(@TempDir Path folder) throws Exception {
        Path program = Path.of("/usr/bin/systemd-analyze");
        Assumptions.assumeTrue(Files.isExecutable(program), "no " + program + " here");
        // It looks for the program to run; everything else is asked as it stands.
        String unit = Files.readString(ROOT.resolve("ops/systemd/proofmill-worker.service"))
                .replace("/opt/proofmill/proofmill worker", "/bin/true worker");
        Path file = Files.writeString(folder.resolve("proofmill-worker.service"), unit);
        Process verify = new ProcessBuilder(program.toString(), "verify", file.toString())
                .redirectErrorStream(true)
                .start();
        String faults = new String(verify.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(verify.waitFor()).as(faults).isZero();
        assertThat(faults).doesNotContain("proofmill-worker");
        assertThat(unit).contains("Type=notify\n", "NotifyAccess=main\n", "SuccessExitStatus=10 143\n");
    }

    private static Duration minutes(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern + " in " + text).isTrue();
        return Duration.ofMinutes(Long.parseLong(matcher.group(1)));
    }

    private static JsonNode compose() throws IOException {
        return new ObjectMapper(new YAMLFactory())
                .readTree(ROOT.resolve("docker-compose.yml").toFile());
    }
}
