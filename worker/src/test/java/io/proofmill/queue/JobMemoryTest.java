package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.schemas.JobRecord;
import io.proofmill.schemas.JobState;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class JobMemoryTest {
    private static final Instant WRITTEN = Instant.parse("2026-11-01T00:00:00Z");
    private static final Duration RETENTION = Duration.ofDays(7);

    private Instant now = WRITTEN;
    private final JobMemory memory = new JobMemory(RETENTION, () -> now);

    @Test
    void an_id_is_forgotten_after_the_retention_however_long_the_worker_has_run() {
        remember("job");
        now = WRITTEN.plus(RETENTION);
        assertThat(memory.of("job")).isPresent();
        now = now.plusMillis(1);
        assertThat(memory.of("job")).isEmpty();
    }

    @Test
    void a_deletion_in_the_topic_is_a_deletion_here() {
        remember("job");
        memory.forget("job");
        assertThat(memory.of("job")).isEmpty();
        assertThat(memory.size()).isZero();
    }

    @Test
    void what_is_older_than_the_retention_takes_no_memory_once_something_new_comes() {
        remember("old");
        now = WRITTEN.plus(RETENTION).plusMillis(1);
        remember("also too old");
        assertThat(memory.size()).isZero();
    }

    /** Somebody else's record in the topic must not keep its partition from being taken over. */
    @Test
    void a_record_whose_digest_is_none_is_passed_over() {
        remember("job", "rubbish");
        remember("job", "");
        assertThat(memory.size()).isZero();
    }

    private void remember(String jobId) {
        remember(jobId, "0".repeat(64));
    }

    private void remember(String jobId, String digest) {
        memory.remember(JobRecord.newBuilder()
                .setJobId(jobId)
                .setStatementDigest(digest)
                .setState(JobState.DEAD_LETTERED)
                .setReasonCode("UNKNOWN_CIRCUIT")
                .setAt(WRITTEN)
                .build());
    }
}
