package io.proofmill.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.math.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {
    @TempDir
    Path folder;

    @Test
    void a_value_comes_from_the_override_then_the_file_then_the_default() throws IOException {
        Configuration configuration =
                read("[worker]\nin-flight = 7\ndrain-budget = \"90s\"\n", Map.of("worker.drain-budget", "2m"));

        assertThat(configuration.get(WorkerKeys.IN_FLIGHT)).isEqualTo(7);
        assertThat(configuration.get(WorkerKeys.DRAIN_BUDGET)).isEqualTo(Duration.ofMinutes(2));
        assertThat(configuration.get(WorkerKeys.GROUP)).isEqualTo("proofmill");
    }

    @Test
    void an_unknown_key_is_refused_and_the_nearest_right_one_named() {
        assertThatThrownBy(() -> read("[worker]\ninflight = 7\n", Map.of()))
                .isInstanceOf(BadInputException.class)
                .hasMessage("unknown setting 'worker.inflight'; the nearest is 'worker.in-flight'");
    }

    @Test
    void a_value_of_the_wrong_kind_is_refused_with_what_was_expected() {
        assertThatThrownBy(() -> Configuration.of(Map.of("worker.drain-budget", "soon")))
                .isInstanceOf(BadInputException.class)
                .hasMessage(
                        "setting 'worker.drain-budget': expected a duration such as 500ms, 30s, 10m or 2h, found 'soon'");
    }

    @Test
    void a_file_that_is_not_toml_is_refused_with_its_line() {
        assertThatThrownBy(() -> read("[worker]\nin-flight 7\n", Map.of()))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("line 2");
    }

    @Test
    void kafka_settings_pass_through_with_nested_tables_flattened() throws IOException {
        Configuration configuration = read(
                "[kafka]\nbootstrap.servers = \"b1:9092\"\n[kafka.ssl.truststore]\nlocation = \"/t.p12\"\n", Map.of());

        assertThat(configuration.kafka())
                .containsEntry("bootstrap.servers", "b1:9092")
                .containsEntry("ssl.truststore.location", "/t.p12");
    }

    @Test
    void circuits_may_be_listed_in_the_file() throws IOException {
        Configuration configuration = read("[circuit.payroll]\nzkey = \"/k/p.zkey\"\nvkey = \"/k/p.json\"\n", Map.of());

        assertThat(configuration.circuits())
                .containsExactly(Map.entry("payroll", Map.of("zkey", "/k/p.zkey", "vkey", "/k/p.json")));
    }

    @Test
    void the_printed_reference_is_a_valid_file_that_changes_nothing() throws IOException {
        Configuration reference = read(ConfigReference.toml(), Map.of());
        Configuration defaults = Configuration.of(Map.of());

        for (ConfigKey<?> key : WorkerKeys.ALL) {
            assertThat(reference.get(key)).as(key.name()).isEqualTo(defaults.get(key));
        }
    }

    private Configuration read(String toml, Map<String, String> overrides) throws IOException {
        Path file = Files.writeString(folder.resolve("worker.toml"), toml);
        return Configuration.read(file, overrides);
    }
}
