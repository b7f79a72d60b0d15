package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.schemas.Priority;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
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
            take();
        }
        ready.add(Priority.CRITICAL, "critical");
        assertThat(ready.inTurn(job -> true)).first().isEqualTo("critical");
    }

    /** Pain 25, on the queue's side: and the other way round, nobody starves. */
    @Test
    void a_low_job_gets_its_share_however_many_critical_ones_come() {
        ready.add(Priority.LOW, "low");
        int starts = 0;
        String taken;
        do {
            ready.add(Priority.CRITICAL, "critical");
            taken = take().orElseThrow();
            starts++;
        } while (!taken.equals("low"));
        assertThat(starts).isLessThanOrEqualTo(34);
    }

    @Test
    void jobs_of_one_priority_keep_their_order() {
        ready.add(Priority.NORMAL, "first");
        ready.add(Priority.NORMAL, "second");
        assertThat(take()).contains("first");
        assertThat(take()).contains("second");
        assertThat(take()).isEmpty();
    }

    @Test
    void looking_at_the_next_job_changes_nothing() {
        ready.add(Priority.LOW, "low");
        ready.add(Priority.HIGH, "high");
        for (int i = 0; i < 100; i++) {
            assertThat(ready.inTurn(job -> true)).containsExactly("high");
        }
    }

    @Test
    void a_job_that_may_not_start_holds_up_nobody_and_saves_no_turns_up() {
        for (int i = 0; i < 200; i++) {
            ready.add(Priority.NORMAL, "blocked");
            ready.add(Priority.LOW, "low");
        }
        for (int i = 0; i < 100; i++) {
            assertThat(take(job -> !job.equals("blocked"))).contains("low");
        }
        ready.add(Priority.CRITICAL, "critical");
        assertThat(take()).contains("critical");
    }

    @Test
    void a_more_urgent_job_stands_behind_the_one_in_turn_and_a_less_urgent_one_does_not() {
        for (int i = 0; i < 12; i++) { // until it is the low job's turn
            ready.add(Priority.LOW, "low");
            ready.add(Priority.HIGH, "high");
            if (ready.inTurn(job -> true).getFirst().equals("low")) {
                assertThat(ready.inTurn(job -> true)).containsExactly("low", "high");
                return;
            }
            assertThat(ready.inTurn(job -> true)).containsExactly("high");
            take();
        }
        throw new AssertionError("the low job never had a turn");
    }

    /** Otherwise a big job would wait for ever for its memory behind small urgent ones. */
    @Test
    void a_job_whose_turn_it_is_is_overtaken_only_so_many_times_in_a_row() {
        ready.add(Priority.LOW, "big");
        int overtakings = 0;
        for (int i = 0; i < 1_000; i++) {
            ready.add(Priority.CRITICAL, "critical");
            List<String> inTurn = ready.inTurn(job -> true);
            if (inTurn.getFirst().equals("critical")) {
                ready.take("critical", job -> true);
            } else if (inTurn.size() > 1) {
                ready.take("critical", job -> true); // there was no room for the big one
                overtakings++;
            }
        }
        assertThat(overtakings).isEqualTo(32);
        assertThat(ready.inTurn(job -> true)).containsExactly("big");
    }

    private Optional<String> take() {
        return take(job -> true);
    }

    private Optional<String> take(Predicate<String> may) {
        Optional<String> next = ready.inTurn(may).stream().findFirst();
        next.ifPresent(job -> ready.take(job, may));
        return next;
    }
}
