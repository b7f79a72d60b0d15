package io.proofmill.groth16;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
    @TempDir
    private Path folder;

    @Test
    void a_file_is_in_its_place_only_when_it_is_published() throws IOException {
        Path place = folder.resolve("key");
        try (OutputFile file = OutputFile.at(place)) {
            Files.writeString(file.draft(), "whole");
            assertThat(place).doesNotExist();
            file.publish();
        }
        assertThat(place).hasContent("whole");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void what_was_not_published_leaves_nothing_and_spares_what_was_there() throws IOException {
        Path place = Files.writeString(folder.resolve("key"), "before");
        try (OutputFile file = OutputFile.at(place)) {
            Files.writeString(file.draft(), "half");
        }
        assertThat(place).hasContent("before");
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void a_folder_that_is_not_there_is_named_by_the_file_that_was_asked_for() {
        Path place = folder.resolve("none").resolve("key");
        assertThatThrownBy(() -> OutputFile.at(place)).hasMessage("the folder of " + place + " does not exist");
    }

    @Test
    void a_symbolic_link_stays_one() throws IOException {
        Path real = Files.writeString(folder.resolve("real"), "before");
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("real"));
        try (OutputFile file = OutputFile.at(link)) {
            Files.writeString(file.draft(), "after");
            file.publish();
        }
        assertThat(link).isSymbolicLink();
        assertThat(real).hasContent("after");
    }

    @Test
    void a_device_is_written_to_and_stays_one() throws IOException {
        Path device = Path.of("/dev/null");
        try (OutputFile file = OutputFile.at(device)) {
            Files.writeString(file.draft(), "gone");
            file.publish();
        }
        assertThat(Files.isRegularFile(device)).isFalse();
        assertThat(Files.exists(device)).isTrue();
    }

    @Test
    void a_file_that_the_shell_has_opened_for_this_process_is_written_to_where_it_is() throws IOException {
        Path file = Files.createFile(folder.resolve("redirected"));
        try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE)) {
            Object inode = Files.getAttribute(file, "unix:ino");
            Path byDescriptor = descriptorOf(file);
            try (OutputFile output = OutputFile.at(byDescriptor)) {
                Files.writeString(output.draft(), "whole");
                output.publish();
            }
            assertThat(file).hasContent("whole");
            assertThat(Files.getAttribute(file, "unix:ino")).isEqualTo(inode);
            assertThat(open.size()).isEqualTo(5);
        }
    }

    private static Path descriptorOf(Path file) throws IOException {
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors
                    .filter(descriptor -> file.toString().equals(target(descriptor)))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException gone) {
            return "";
        }
    }

    @Test
    void more_than_the_disk_has_free_is_refused_with_both_numbers() throws IOException {
        try (OutputFile file = OutputFile.at(folder.resolve("key"))) {
            assertThat(file.requireRoom(1)).isSameAs(file);
            assertThatThrownBy(() -> file.requireRoom(Long.MAX_VALUE))
                    .isInstanceOfSatisfying(
                            ProofmillException.class,
                            e -> assertThat(e.reason()).isEqualTo(ReasonCode.STORAGE_UNAVAILABLE))
                    .hasMessageContaining("key needs 9223372036854775807 bytes")
                    .hasMessageContaining(" free");
        }
    }
}
