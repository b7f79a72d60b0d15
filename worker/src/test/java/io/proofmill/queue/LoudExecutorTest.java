package io.proofmill.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoudExecutorTest {
    private final List<Throwable> failures = new ArrayList<>();
    private final LoudExecutor executor = new LoudExecutor(Runnable::run, failures::add);

    @Test
    void a_task_that_ends_by_an_exception_is_told_of() {
        IllegalStateException bug = new IllegalStateException("scripted");
        executor.execute(() -> {
            throw bug;
        });
        assertThat(failures).containsExactly(bug);
    }

    @Test
    void a_task_that_ends_well_is_not() {
        executor.execute(() -> {});
        assertThat(failures).isEmpty();
    }
}
