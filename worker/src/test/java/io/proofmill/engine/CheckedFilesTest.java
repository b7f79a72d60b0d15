package io.proofmill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckedFilesTest {
    @TempDir
    private Path folder;

    @Test
    void a_check_is_remembered_by_the_next_process() throws Exception {
        Path memory = folder.resolve("state/checked-keys");
        new CheckedFiles(memory).remember("digest");
        assertThat(new CheckedFiles(memory).isChecked("digest")).isTrue();
    }

    /** A job must not fail, nor wait, because a note cannot be made that saves time only. */
    @Test
    void a_memory_that_cannot_be_written_holds_for_this_process() throws Exception {
        Path noFolder = Files.createFile(folder.resolve("full"));
        CheckedFiles checked = new CheckedFiles(noFolder.resolve("checked-keys"));
        checked.remember("digest");
        assertThat(checked.isChecked("digest")).isTrue();
    }
}
