package io.proofmill.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.queue.SmallDisk;
import io.proofmill.queue.WorkerId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A state folder, and a file for the process number, on a disk that is really full. */
class StateFolderIT {
    private static final int DISK = 64 << 10;
    private static final LockHolder SELF =
            LockHolder.self(new WorkerId("w1", "build", "localhost", Instant.parse("2026-11-30T00:00:00Z")));

    @TempDir
    private Path folder;

    private SmallDisk disk;

    @BeforeEach
    void mountDisk() throws Exception {
        disk = SmallDisk.mount(Files.createDirectory(folder.resolve("disk")), DISK);
    }

    @AfterEach
    void unmountDisk() throws Exception {
        disk.close();
    }

    @Test
    void a_start_on_a_full_disk_is_refused_with_one_sentence_and_holds_nothing() throws Exception {
        Path state = disk.root().resolve("state");
        disk.fillButFor(0);
        assertRefused(state, Optional.empty(), state);
        disk.free();
        StateFolder.take(state, SELF, Optional.empty()).close();
    }

    @Test
    void a_process_number_that_cannot_be_written_refuses_the_start_and_leaves_neither_file_nor_lock() throws Exception {
        Path state = folder.resolve("state");
        Path pidFile = disk.root().resolve("worker.pid");
        disk.fillButFor(0);
        assertRefused(state, Optional.of(pidFile), pidFile);
        assertThat(pidFile).doesNotExist();
        assertThat(StateFolder.look(state).held()).isFalse();
    }

    @Test
    void a_worker_whose_disk_fills_while_it_runs_ends_as_it_would_have() throws Exception {
        Path state = disk.root().resolve("state");
        StateFolder taken =
                StateFolder.take(state, SELF, Optional.of(disk.root().resolve("worker.pid")));
        disk.fillButFor(0);
        taken.say("FINISHED".repeat(DISK)); // more than the block that it has
        taken.close();
        assertThat(disk.root().resolve("worker.pid")).doesNotExist();
        assertThat(StateFolder.look(state).held()).isFalse();
        assertThat(StateFolder.look(state).holder()).contains(SELF);
    }

    private static void assertRefused(Path state, Optional<Path> pidFile, Path named) {
        assertThatThrownBy(() -> StateFolder.take(state, SELF, pidFile))
                .isInstanceOfSatisfying(
                        ProofmillException.class, e -> assertThat(e.reason()).isEqualTo(ReasonCode.STORAGE_UNAVAILABLE))
                .hasMessageContaining(named.toString())
                .hasMessageContaining("No space left");
    }
}
