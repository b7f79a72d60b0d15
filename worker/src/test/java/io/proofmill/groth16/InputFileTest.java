package io.proofmill.groth16;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFileTest {
    @TempDir
    private Path folder;

    @Test
    void a_file_is_mapped_and_read_alike() throws IOException {
        Path file = Files.write(folder.resolve("f"), new byte[] {1, 2, 3});
        try (Arena arena = Arena.ofConfined()) {
            assertThat(new InputFile(file).map(arena).toArray(ValueLayout.JAVA_BYTE))
                    .containsExactly(1, 2, 3);
        }
        assertThat(new InputFile(file).read()).containsExactly(1, 2, 3);
        assertThat(new InputFile(file).name()).isEqualTo("f");
    }

    @Test
    void a_folder_is_named_and_refused() {
        assertThatThrownBy(() -> new InputFile(folder).read())
                .isInstanceOfSatisfying(
                        BadInputException.class, e -> assertThat(e.reason()).isEqualTo(ReasonCode.USAGE))
                .hasMessage(folder + " is a folder, a file was expected");
        assertThatThrownBy(() -> mapped(folder)).hasMessage(folder + " is a folder, a file was expected");
        assertThatThrownBy(() -> mapped(Path.of("/"))).hasMessage("/ is a folder, a file was expected");
        assertThat(new InputFile(Path.of("/")).name()).isEqualTo("/");
    }

    @Test
    void a_pipe_without_a_writer_is_refused_where_a_mapping_is_asked_for() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThatThrownBy(() -> mapped(pipe))
                        .isInstanceOf(BadInputException.class)
                        .hasMessage(pipe + " is a pipe or a device, a file was expected that can be mapped"));
    }

    @Test
    void a_file_that_is_not_there_is_said_to_be_missing() {
        assertThatThrownBy(() -> mapped(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> new InputFile(folder.resolve("none")).read()).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void a_file_beyond_the_limit_is_refused_before_it_is_read() throws IOException {
        Path file = Files.write(folder.resolve("f"), new byte[9]);
        assertThat(new InputFile(file).read(9)).hasSize(9);
        assertThatThrownBy(() -> new InputFile(file).read(8))
                .isInstanceOfSatisfying(
                        BadInputException.class, e -> assertThat(e.reason()).isEqualTo(ReasonCode.TOO_LARGE))
                .hasMessageContaining("at most 8 bytes")
                .hasMessageContaining("found 9 bytes");
    }

    @Test
    void a_device_that_never_ends_is_refused_at_the_limit() {
        assertThatThrownBy(() -> new InputFile(Path.of("/dev/zero")).read(4096))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("at most 4096 bytes");
    }

    private static void mapped(Path file) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            new InputFile(file).map(arena);
        }
    }
}
