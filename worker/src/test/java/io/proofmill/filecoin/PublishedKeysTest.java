package io.proofmill.filecoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PublishedKeysTest {
    @TempDir
    private Path folder;

    @Test
    void both_files_of_every_circuit_have_a_published_digest() {
        for (FilecoinCircuit circuit : FilecoinCircuit.all()) {
            String name = ParameterNames.of(circuit);
            assertThat(PublishedKeys.digest(Path.of(name + ".params")))
                    .as(circuit.name())
                    .isPresent();
            assertThat(PublishedKeys.digest(Path.of(name + ".vk")))
                    .as(circuit.name())
                    .isPresent();
        }
    }

    @Test
    void another_file_under_a_published_name_is_refused_with_both_digests() throws IOException {
        Path file = folder.resolve(ParameterNames.of(FilecoinCircuit.of("filecoin/window-2KiB")) + ".params");
        Files.writeString(file, "abc");
        assertThatThrownBy(() -> PublishedKeys.isPublished(file))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("ba80a53f981c4d0d6a2797b69f12f6e9")
                .hasMessageContaining(PublishedKeys.digest(file).orElseThrow())
                .extracting(e -> ((BadInputException) e).reason())
                .isEqualTo(ReasonCode.INVALID_KEY);
    }

    @Test
    void a_key_under_a_name_of_its_own_is_not_a_published_one() throws IOException {
        Path file = folder.resolve("window-2KiB.params");
        Files.writeString(file, "abc");
        assertThat(PublishedKeys.isPublished(file)).isFalse();
    }
}
