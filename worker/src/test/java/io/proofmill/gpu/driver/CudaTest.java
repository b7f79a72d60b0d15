package io.proofmill.gpu.driver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CudaTest {
    /** True on a machine with a driver and on one without: the plain build runs on both. */
    @Test
    void a_missing_driver_is_one_sentence_and_not_an_exception() {
        assertThat(Cuda.load().isPresent()).isEqualTo(Cuda.sentence().startsWith("CUDA "));
        assertThat(Cuda.sentence())
                .doesNotContain("\n")
                .doesNotContain("Exception")
                .doesNotContain("Error");
    }

    @Test
    void loading_leaves_the_temporary_folder_setting_and_no_files() throws Exception {
        String before = System.getProperty("java.io.tmpdir");
        assertThat(Cuda.sentence()).isNotEmpty();
        assertThat(System.getProperty("java.io.tmpdir")).isEqualTo(before);
        try (var files = Files.list(Path.of(before))) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("libJCudaDriver")))
                    .isEmpty();
        }
    }
}
