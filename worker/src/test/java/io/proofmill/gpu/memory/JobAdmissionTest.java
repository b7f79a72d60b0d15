package io.proofmill.gpu.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class JobAdmissionTest {
    private static final long GIB = 1L << 30;
    private static final long BASE = 0x7f00_0000_0000L;

    private final DeviceArena arena = new DeviceArena(BASE, 16 * GIB);
    private final JobAdmission<String> admission = new JobAdmission<>(arena, 2);

    @Test
    void a_second_job_shares_the_key_of_the_first() {
        Footprint footprint = new Footprint("x", 4 * GIB, 2 * GIB, 3 * GIB);
        try (JobMemory<String> first = admission.admit("x", footprint, Work.UNATTENDED);
                JobMemory<String> second = admission.admit("x", footprint, Work.UNATTENDED)) {
            assertThat(first.key().orElseThrow().load(region -> "loaded")).isEqualTo("loaded");
            assertThat(second.key().orElseThrow().load(region -> "loaded twice"))
                    .isEqualTo("loaded");
            assertThat(arena.freeBytes()).isEqualTo(8 * GIB);
        }
        assertThat(admission.residentKeys()).containsExactly("x");
        assertThat(arena.freeBytes()).isEqualTo(12 * GIB);
    }

    /** The reference engine's own failure: two workers stage 6 GiB each on a 16 GiB card beside 6 GiB of tables, and both die of out-of-memory. */
    @Test
    void two_jobs_that_fit_one_after_the_other_on_16_gib_both_finish() throws Exception {
        Footprint footprint = new Footprint("porep", 6 * GIB, 6 * GIB, 7 * GIB);
        AtomicInteger most = new AtomicInteger();
        CountDownLatch bothAsked = new CountDownLatch(2);
        try (ExecutorService workers = Executors.newFixedThreadPool(2)) {
            List<Future<?>> jobs = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                jobs.add(workers.submit(() -> {
                    bothAsked.countDown();
                    bothAsked.await();
                    try (JobMemory<String> memory = admission.admit("porep", footprint, Work.UNATTENDED)) {
                        most.accumulateAndGet(admission.inFlight(), Math::max);
                        memory.key().orElseThrow().load(region -> "key");
                    }
                    return null;
                }));
            }
            for (Future<?> job : jobs) {
                job.get();
            }
        }
        assertThat(most).hasValue(1);
        assertThat(admission.inFlight()).isZero();
    }

    @Test
    void the_least_recently_used_idle_key_makes_room() {
        prove("a", new Footprint("a", 6 * GIB, GIB, GIB));
        prove("b", new Footprint("b", 6 * GIB, GIB, GIB));
        prove("a", new Footprint("a", 6 * GIB, GIB, GIB));

        prove("c", new Footprint("c", 6 * GIB, GIB, GIB));

        assertThat(admission.residentKeys()).containsExactly("a", "c");
    }

    @Test
    void a_key_in_use_is_not_dropped_and_the_newcomer_waits_for_it() throws Exception {
        JobMemory<String> first = admission.admit("a", new Footprint("a", 10 * GIB, GIB, GIB), Work.UNATTENDED);
        try (ExecutorService workers = Executors.newSingleThreadExecutor()) {
            Future<?> second = workers.submit(() -> prove("b", new Footprint("b", 10 * GIB, GIB, GIB)));
            waitUntilOneWaits();
            assertThat(admission.residentKeys()).containsExactly("a");
            assertThat(admission.evict("a")).isFalse();

            first.close();
            second.get();
        }
        assertThat(admission.residentKeys()).containsExactly("b");
    }

    @Test
    void a_waiting_job_can_be_cancelled_and_leaves_no_trace() throws Exception {
        AtomicBoolean cancelled = new AtomicBoolean();
        Footprint whole = new Footprint("a", 10 * GIB, 4 * GIB, 4 * GIB);
        try (JobMemory<String> first = admission.admit("a", whole, Work.UNATTENDED);
                ExecutorService workers = Executors.newSingleThreadExecutor()) {
            Future<?> second = workers.submit(() -> admission.admit("a", whole, cancelled::get));
            waitUntilOneWaits();
            cancelled.set(true);
            assertThatThrownBy(second::get).hasCauseInstanceOf(CancellationException.class);
            assertThat(first.key()).isPresent();
        }
        assertThat(admission.waiting()).isZero();
        prove("a", whole);
    }

    @Test
    void a_key_that_stands_in_the_way_of_its_own_workspace_is_loaded_again_elsewhere() {
        prove("low", new Footprint("low", 3 * GIB, GIB, GIB));
        prove("middle", new Footprint("middle", 6 * GIB, 4 * GIB, 4 * GIB));
        assertThat(admission.evict("low")).isTrue();

        prove("middle", new Footprint("middle", 6 * GIB, 9 * GIB, 9 * GIB));

        assertThat(admission.residentKeys()).containsExactly("middle");
    }

    @Test
    void a_streamed_job_takes_no_key_memory() {
        try (JobMemory<String> memory =
                admission.admit("big", new Footprint("big", 44 * GIB, 6 * GIB, 7 * GIB), Work.UNATTENDED)) {
            assertThat(memory.key()).isEmpty();
            assertThat(memory.workspace().bytes()).isEqualTo(7 * GIB);
        }
        assertThat(arena.freeBytes()).isEqualTo(16 * GIB);
    }

    @Test
    void a_key_whose_load_failed_does_not_stay() {
        JobMemory<String> memory = admission.admit("a", new Footprint("a", GIB, GIB, GIB), Work.UNATTENDED);
        assertThatThrownBy(() -> memory.key().orElseThrow().load(region -> {
                    throw new IllegalStateException("the copy failed");
                }))
                .hasMessage("the copy failed");
        memory.close();

        assertThat(admission.residentKeys()).isEmpty();
        assertThat(arena.freeBytes()).isEqualTo(16 * GIB);
    }

    @Test
    void an_injected_allocation_failure_costs_one_attempt_of_one_job() {
        FailingArena failing = new FailingArena(16 * GIB);
        JobAdmission<String> jobs = new JobAdmission<>(failing, 2);
        Footprint footprint = new Footprint("a", GIB, GIB, GIB);
        for (int failAt = 1; failAt <= 2; failAt++) {
            failing.failIn(failAt);
            assertThatThrownBy(() -> jobs.admit("a", footprint, Work.UNATTENDED))
                    .isInstanceOfSatisfying(
                            ProofmillException.class,
                            e -> assertThat(e.reason()).isEqualTo(ReasonCode.OUT_OF_DEVICE_MEMORY));
            assertThat(failing.freeBytes()).isEqualTo(16 * GIB);
        }
        try (JobMemory<String> memory = jobs.admit("a", footprint, Work.UNATTENDED)) {
            assertThat(memory.key().orElseThrow().load(region -> "key")).isEqualTo("key");
        }
    }

    @Test
    void a_thousand_mixed_jobs_leave_the_memory_as_it_was() throws Exception {
        long seed = 20261130;
        Random random = new Random(seed);
        AtomicInteger done = new AtomicInteger();
        try (ExecutorService workers = Executors.newFixedThreadPool(4)) {
            List<Future<?>> jobs = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                int circuit = random.nextInt(7);
                long size = (circuit + 1) * GIB;
                boolean fails = random.nextInt(4) == 0;
                Footprint footprint = new Footprint("c" + circuit, 3 * size, size / 2, size);
                jobs.add(workers.submit(() -> {
                    try (JobMemory<String> memory = admission.admit(footprint.circuit(), footprint, Work.UNATTENDED)) {
                        if (!fails) {
                            memory.key().ifPresent(key -> key.load(region -> "key"));
                            done.incrementAndGet();
                        }
                    }
                }));
            }
            for (Future<?> job : jobs) {
                job.get();
            }
        }
        assertThat(done.get()).as("seed %d", seed).isBetween(600, 900);
        admission.residentKeys().forEach(admission::evict);
        assertThat(arena.freeBytes()).as("seed %d", seed).isEqualTo(16 * GIB);
        assertThat(arena.largestFree()).as("seed %d", seed).isEqualTo(16 * GIB);
    }

    private void prove(String keyId, Footprint footprint) {
        try (JobMemory<String> memory = admission.admit(keyId, footprint, Work.UNATTENDED)) {
            memory.key().orElseThrow().load(region -> keyId);
        }
    }

    private void waitUntilOneWaits() {
        while (admission.waiting() == 0) {
            Thread.onSpinWait();
        }
    }

    /** An arena whose n-th next allocation fails. */
    private static final class FailingArena extends DeviceArena {
        private int failIn;

        FailingArena(long capacity) {
            super(BASE, capacity);
        }

        void failIn(int allocations) {
            failIn = allocations;
        }

        @Override
        public synchronized Region allocate(String purpose, long bytes, End end) {
            if (failIn > 0 && --failIn == 0) {
                throw new ProofmillException(ReasonCode.OUT_OF_DEVICE_MEMORY, "injected");
            }
            return super.allocate(purpose, bytes, end);
        }
    }
}
