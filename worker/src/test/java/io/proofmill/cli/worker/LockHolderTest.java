package io.proofmill.cli.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.queue.WorkerId;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LockHolderTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final LockHolder self = LockHolder.self(new WorkerId("a, b", "1.0+c, dirty", "h", NOW));

    @Test
    void a_holder_is_read_back_from_its_line() {
        assertThat(LockHolder.parse(self.toString())).contains(self);
        assertThat(self.process()).contains(ProcessHandle.current());
    }

    @Test
    void a_process_of_the_same_number_that_started_at_another_time_is_another_process() {
        LockHolder other = new LockHolder(
                self.instance(),
                self.pid(),
                self.build(),
                self.startedAt(),
                self.processStart().minusMillis(10));
        assertThat(other.process()).isEmpty();
    }

    @Test
    void a_half_written_line_names_nobody() {
        String line = self.toString();
        assertThat(LockHolder.parse(line.substring(0, 20))).isEmpty();
        assertThat(LockHolder.parse("")).isEmpty();
    }
}
