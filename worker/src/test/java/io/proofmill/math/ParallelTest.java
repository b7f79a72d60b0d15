package io.proofmill.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ParallelTest {
    private static final Work TWO_THREADS = Work.unattended(2);

    @Test
    void an_error_is_thrown_as_it_was_whichever_thread_met_it() {
        Thread caller = Thread.currentThread();
        CountDownLatch otherFailed = new CountDownLatch(1);
        assertThatThrownBy(() -> Parallel.forRanges(2, 1, TWO_THREADS, (from, to) -> {
                    if (Thread.currentThread() == caller) {
                        await(otherFailed);
                    } else {
                        otherFailed.countDown();
                        throw new OutOfMemoryError("full");
                    }
                }))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessage("full");
    }

    @Test
    void an_error_in_the_calling_thread_waits_for_the_threads_that_share_its_memory() {
        CountDownLatch otherRuns = new CountDownLatch(1);
        CountDownLatch callerFails = new CountDownLatch(1);
        AtomicBoolean otherEnded = new AtomicBoolean();
        Thread caller = Thread.currentThread();
        assertThatThrownBy(() -> Parallel.forRanges(2, 1, TWO_THREADS, (from, to) -> {
                    if (Thread.currentThread() == caller) {
                        await(otherRuns);
                        callerFails.countDown();
                        throw new InternalError("a mapped file became shorter");
                    }
                    otherRuns.countDown();
                    await(callerFails);
                    otherEnded.set(true);
                }))
                .isInstanceOf(InternalError.class);
        assertThat(otherEnded).isTrue();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
