package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.schemas.Priority;
import org.junit.jupiter.api.Test;

class ReadyJobsTest {
    private final ReadyJobs<String> ready = new ReadyJobs<>();

    @Test
    void a_critical_job_overtakes_what_waits() {
        for (int i = 0; i < 100; i++) {
            ready.add(Priority.LOW, "low");
            ready.add(Priority.NORMAL, "normal");
            ready.add(Priority.HIGH, "high");
        }
        for (int i = 0; i < 50; i++) {
            ready.take();
        }
        ready.add(Priority.CRITICAL, "critical");
        assertThat(ready.peek()).contains("critical");
    }

    /** Pain 25, on the queue's side: and the other way round, nobody starves. */
    @Test
    void a_low_job_gets_its_share_however_many_critical_ones_come() {
        ready.add(Priority.LOW, "low");
        int starts = 0;
        String taken;
        do {
            ready.add(Priority.CRITICAL, "critical");
            taken = ready.take().orElseThrow();
            starts++;
        } while (!taken.equals("low"));
        assertThat(starts).isLessThanOrEqualTo(34);
    }

    @Test
    void jobs_of_one_priority_keep_their_order() {
        ready.add(Priority.NORMAL, "first");
        ready.add(Priority.NORMAL, "second");
        assertThat(ready.take()).contains("first");
        assertThat(ready.take()).contains("second");
        assertThat(ready.take()).isEmpty();
    }

    @Test
    void looking_at_the_next_job_changes_nothing() {
        ready.add(Priority.LOW, "low");
        ready.add(Priority.HIGH, "high");
        for (int i = 0; i < 100; i++) {
            assertThat(ready.peek()).contains("high");
        }
    }
}
