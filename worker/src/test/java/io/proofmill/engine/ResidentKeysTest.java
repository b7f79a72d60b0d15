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
import org.junit.jupiter.api.Test;

class ResidentKeysTest {
    private final MemoryBudget budget = new MemoryBudget(100);
    private final ResidentKeys keys = new ResidentKeys(budget, key -> {});
    private final List<String> loaded = new ArrayList<>();

    @Test
    void keys_stay_loaded_between_leases() throws InterruptedException {
        Circuit circuit = circuit("a", 40);

        keys.lease(circuit, Work.UNATTENDED).close();
        keys.lease(circuit, Work.UNATTENDED).close();

        assertThat(loaded).containsExactly("a");
        assertThat(budget.reserved()).isEqualTo(40);
    }

    @Test
    void the_least_recently_used_idle_key_makes_room() throws InterruptedException {
        Circuit a = circuit("a", 40);
        keys.lease(a, Work.UNATTENDED).close();
        keys.lease(circuit("b", 40), Work.UNATTENDED).close();
        keys.lease(a, Work.UNATTENDED).close();

        keys.lease(circuit("c", 40), Work.UNATTENDED).close();
        keys.lease(a, Work.UNATTENDED).close();

        assertThat(loaded).containsExactly("a", "b", "c");
        assertThat(budget.reserved()).isEqualTo(80);
    }

    @Test
    void a_leased_key_is_never_dropped() throws InterruptedException {
        try (ResidentKeys.Lease lease = keys.lease(circuit("a", 60), Work.UNATTENDED)) {
            int[] polls = {0};
            assertThatThrownBy(() -> keys.lease(circuit("b", 60), () -> ++polls[0] > 1))
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
        assertThatThrownBy(() -> keys.lease(circuit, Work.UNATTENDED)).isInstanceOf(BadInputException.class);
        assertThat(budget.reserved()).isZero();

        broken[0] = false;
        keys.lease(circuit, Work.UNATTENDED).close();

        assertThat(loaded).containsExactly("a");
    }

    @Test
    void an_assignment_gets_the_room_of_a_key_that_no_task_uses() throws InterruptedException {
        keys.lease(circuit("idle", 80), Work.UNATTENDED).close();

        budget.reserve(50, "an assignment", Work.UNATTENDED);

        assertThat(budget.reserved()).isEqualTo(50);
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
