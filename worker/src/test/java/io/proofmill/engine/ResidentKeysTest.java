package io.proofmill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.groth16.ProvingKey;
import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ResidentKeysTest {
    private final MemoryBudget budget = new MemoryBudget(100);
    private final ResidentKeys keys = new ResidentKeys(budget, key -> {});
    private final List<String> loaded = new ArrayList<>();

    @Test
    void keys_stay_loaded_between_leases() throws InterruptedException {
        Circuit circuit = circuit("a", 40);

        keys.lease(circuit, 0, Work.UNATTENDED).close();
        keys.lease(circuit, 0, Work.UNATTENDED).close();

        assertThat(loaded).containsExactly("a");
        assertThat(budget.reserved()).isEqualTo(40);
    }

    @Test
    void the_least_recently_used_idle_key_makes_room() throws InterruptedException {
        Circuit a = circuit("a", 40);
        keys.lease(a, 0, Work.UNATTENDED).close();
        keys.lease(circuit("b", 40), 0, Work.UNATTENDED).close();
        keys.lease(a, 0, Work.UNATTENDED).close();

        keys.lease(circuit("c", 40), 0, Work.UNATTENDED).close();
        keys.lease(a, 0, Work.UNATTENDED).close();

        assertThat(loaded).containsExactly("a", "b", "c");
        assertThat(budget.reserved()).isEqualTo(80);
    }

    @Test
    void a_leased_key_is_never_dropped() throws InterruptedException {
        try (ResidentKeys.Lease lease = keys.lease(circuit("a", 60), 0, Work.UNATTENDED)) {
            int[] polls = {0};
            assertThatThrownBy(() -> keys.lease(circuit("b", 60), 0, () -> ++polls[0] > 1))
                    .isInstanceOf(CancellationException.class);
            assertThat(lease.keys()).isNotNull();
        }
        assertThat(budget.reserved()).isEqualTo(60);
    }

    @Test
    void a_key_that_fails_to_load_keeps_no_memory_and_is_tried_again() throws InterruptedException {
        boolean[] broken = {true};
        Circuit circuit = new FakeCircuit("a", 40, () -> {
            if (broken[0]) {
                throw new BadInputException(ReasonCode.INVALID_KEY, "broken");
            }
            loaded.add("a");
        });
        assertThatThrownBy(() -> keys.lease(circuit, 0, Work.UNATTENDED)).isInstanceOf(BadInputException.class);
        assertThat(budget.reserved()).isZero();

        broken[0] = false;
        keys.lease(circuit, 0, Work.UNATTENDED).close();

        assertThat(loaded).containsExactly("a");
    }

    @Test
    void an_assignment_gets_the_room_of_a_key_that_no_task_uses() throws InterruptedException {
        keys.lease(circuit("idle", 80), 0, Work.UNATTENDED).close();

        budget.reserve(50, "an assignment", Work.UNATTENDED);

        assertThat(budget.reserved()).isEqualTo(50);
    }

    /** Two tasks that each held a key and waited for room that the other's key took waited for ever. */
    @Test
    void a_key_is_not_taken_before_an_assignment_fits_beside_all_keys_in_use() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            ResidentKeys.Lease first = keys.lease(circuit("a", 30), 45, Work.UNATTENDED);
            CountDownLatch waits = new CountDownLatch(3);
            Future<ResidentKeys.Lease> second = threads.submit(() -> keys.lease(circuit("b", 30), 45, () -> {
                waits.countDown();
                return false;
            }));
            waits.await();
            budget.reserve(45, "an assignment", Work.UNATTENDED).close(); // the first task goes on
            assertThat(second.isDone()).isFalse();
            first.close();
            second.get().close();
        }
        assertThat(loaded).containsExactly("a", "b");
    }

    @Test
    void a_key_that_fits_only_without_its_assignment_is_refused_at_once() {
        assertThatThrownBy(() -> keys.lease(circuit("a", 60), 41, Work.UNATTENDED))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("101");
    }

    /** A task that waits holds no key: what it would use is dropped for one that can go on. */
    @Test
    void a_resident_key_whose_task_waits_for_room_may_be_dropped() throws Exception {
        keys.lease(circuit("idle", 50), 0, Work.UNATTENDED).close();
        MemoryBudget.Reservation other = budget.reserve(30, "an assignment", Work.UNATTENDED);
        int[] polls = {0};
        assertThatThrownBy(() -> keys.lease(circuit("idle", 50), 40, () -> ++polls[0] > 1))
                .isInstanceOf(CancellationException.class);
        budget.reserve(70, "another assignment", Work.UNATTENDED).close();
        other.close();
    }

    private Circuit circuit(String name, long bytes) {
        return new FakeCircuit(name, bytes, () -> loaded.add(name));
    }

    /** A circuit that can only load keys. */
    private record FakeCircuit(String name, long keyBytes, Runnable onLoad) implements Circuit {
        @Override
        public CurveId curve() {
            return CurveId.BN254;
        }

        @Override
        public String version() {
            return "1";
        }

        @Override
        public long assignmentBytes() {
            return 0;
        }

        /** The keys own their memory and are closed by the code under test. */
        @Override
        @SuppressWarnings("MustBeClosed")
        public Keys load(Work work) {
            onLoad.run();
            return new Keys(new ProvingKey(null, null, null, null, null, null, null, null, Arena.ofShared()), null);
        }

        @Override
        public Plan plan(ProofTask task, Work work) {
            throw new UnsupportedOperationException("not for this test");
        }
    }
}
