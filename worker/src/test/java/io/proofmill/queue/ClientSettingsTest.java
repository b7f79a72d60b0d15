package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientSettingsTest {
    /** Pain 9: records lost under auto-commit. */
    @ParameterizedTest
    @CsvSource({
        "enable.auto.commit,true",
        "isolation.level,read_uncommitted",
        "auto.offset.reset,latest",
        "acks,1",
        "enable.idempotence,false",
        "value.deserializer,org.example.Json",
        "partition.assignment.strategy,org.example.Eager",
        "transactional.id,mine",
        "group.instance.id,mine"
    })
    void a_setting_that_would_break_a_guarantee_is_refused_at_start(String key, String value) {
        assertThatThrownBy(() -> settings(Map.of(key, value)))
                .isInstanceOf(QueueException.class)
                .hasMessageStartingWith("kafka." + key + "=" + value + " is refused: ")
                .extracting(e -> ((QueueException) e).reasonCode())
                .isEqualTo("USAGE");
    }

    @Test
    void settings_of_security_are_passed_on_to_every_client() {
        ClientSettings settings = settings(Map.of("security.protocol", "SSL", "enable.auto.commit", "false"));
        assertThat(settings.consumer(Set::of)).containsEntry("security.protocol", "SSL");
        assertThat(settings.transactionalProducer()).containsEntry("security.protocol", "SSL");
        assertThat(settings.admin()).containsEntry("security.protocol", "SSL");
    }

    @Test
    void the_consumer_reads_committed_and_never_commits_by_itself() {
        assertThat(settings(Map.of()).consumer(Set::of))
                .containsEntry("enable.auto.commit", false)
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("group.protocol", "consumer")
                .containsEntry("group.remote.assignor", "range");
    }

    private static ClientSettings settings(Map<String, String> kafka) {
        return new ClientSettings(
                QueueSettings.defaults("localhost:9092", "group").withKafka(kafka), "w1");
    }
}
