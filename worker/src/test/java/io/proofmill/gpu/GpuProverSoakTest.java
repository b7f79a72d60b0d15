package io.proofmill.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.circom.CircomFixture;
import io.proofmill.gpu.health.DeviceHealth;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProofSums;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.math.BigInteger;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("gpu")
class GpuProverSoakTest {
    private static final long MIB = 1L << 20;

    @Test
    void a_thousand_mixed_proofs_are_right_and_leave_the_memory_as_it_was() throws Exception {
        long seed = 20261130;
        Random random = new Random(seed);
        try (GpuProver prover = open(1024 * MIB);
                Case bn = new Case(CurveId.BN254, "bits");
                Case bls = new Case(CurveId.BLS12_381, "chain")) {
            bn.prove(prover, Work.UNATTENDED);
            bls.prove(prover, Work.UNATTENDED);
            long before = prover.devices().getFirst().freeBytes();
            AtomicInteger proofs = new AtomicInteger();
            AtomicInteger cancelled = new AtomicInteger();
            AtomicInteger refused = new AtomicInteger();
            try (ExecutorService workers = Executors.newFixedThreadPool(4)) {
                List<Future<?>> jobs = new ArrayList<>();
                for (int i = 0; i < 1_000; i++) {
                    Case circuit = random.nextBoolean() ? bn : bls;
                    if (i % 10 == 9) {
                        jobs.add(workers.submit(() -> {
                            assertThatThrownBy(() ->
                                            prover.sums(bn.key, bls.assignment, ProofObserver.NONE, Work.UNATTENDED))
                                    .isInstanceOf(BadInputException.class);
                            assertThat(prover.sums(circuit.key, circuit.broken, ProofObserver.NONE, Work.UNATTENDED))
                                    .isNotEqualTo(circuit.expected);
                            refused.incrementAndGet();
                        }));
                        continue;
                    }
                    int checkpoints = random.nextInt(3) == 0 ? random.nextInt(400) : Integer.MAX_VALUE;
                    jobs.add(workers.submit(() -> {
                        AtomicInteger left = new AtomicInteger(checkpoints);
                        try {
                            circuit.prove(prover, () -> left.decrementAndGet() < 0);
                            proofs.incrementAndGet();
                        } catch (CancellationException expected) {
                            cancelled.incrementAndGet();
                        }
                    }));
                }
                for (Future<?> job : jobs) {
                    job.get();
                }
            }
            assertThat(proofs.get() + cancelled.get() + refused.get())
                    .as("seed %d", seed)
                    .isEqualTo(1_000);
            assertThat(refused.get()).isEqualTo(100);
            assertThat(proofs.get()).as("seed %d", seed).isGreaterThan(500);
            assertThat(cancelled.get()).as("seed %d", seed).isGreaterThan(50);
            assertThat(prover.devices().getFirst().freeBytes()).isEqualTo(before);
            assertThat(prover.devices().getFirst().load()).isZero();
        }
    }

    @Test
    void two_jobs_finish_on_a_device_that_holds_one_at_a_time() throws Exception {
        try (Case circuit = new Case(CurveId.BLS12_381, "chain")) {
            long one = footprintOf(circuit);
            try (GpuProver prover = open(one + MIB);
                    ExecutorService workers = Executors.newFixedThreadPool(2)) {
                List<Future<?>> jobs = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    jobs.add(workers.submit(() -> circuit.prove(prover, Work.UNATTENDED)));
                }
                for (Future<?> job : jobs) {
                    job.get();
                }
            }
        }
    }

    @Test
    void a_circuit_larger_than_the_device_is_refused_with_the_numbers() {
        try (GpuProver prover = open(4 * MIB);
                Case circuit = new Case(CurveId.BLS12_381, "chain")) {
            assertThatThrownBy(() -> circuit.prove(prover, Work.UNATTENDED))
                    .isInstanceOfSatisfying(
                            BadInputException.class, e -> assertThat(e.reason()).isEqualTo(ReasonCode.TOO_LARGE));
        }
    }

    @Test
    void every_device_passes_its_self_test() {
        try (GpuProver prover = open(1024 * MIB)) {
            prover.examine();
            assertThat(prover.devices())
                    .allSatisfy(device ->
                            assertThat(device.health().status().state()).isEqualTo(DeviceHealth.State.HEALTHY));
            assertThat(prover.devices())
                    .allSatisfy(device -> assertThat(device.residentKeys()).isEmpty());
        }
    }

    /** Key and one job, as the planner counts them. */
    private static long footprintOf(Case circuit) {
        try (GpuProver prover = open(1024 * MIB)) {
            ProvingDevice device = prover.devices().getFirst();
            long free = device.session().freeBytes();
            circuit.prove(prover, Work.UNATTENDED);
            long key = free - device.freeBytes();
            return key + device.session().workspaceBytes(prover.plan(circuit.key));
        }
    }

    private static GpuProver open(long memory) {
        return GpuProver.open(FirstDevice.SETTINGS.withMemoryLimit(memory), InstantSource.system())
                .orElseThrow(() -> new IllegalStateException("the tests tagged gpu need a GPU"));
    }

    /** A circuit, its key and a witness, and what the CPU makes of them. */
    private static final class Case implements AutoCloseable {
        private final ProvingKey key;
        private final Assignment assignment;
        private final Assignment broken;
        private final ProofSums expected;

        Case(CurveId curve, String name) {
            CircomFixture fixture = new CircomFixture(curve, name);
            key = fixture.provingKey();
            assignment = fixture.assignment();
            broken = fixture.assignment();
            Scalars.write(BigInteger.TEN, broken.values(), (broken.size() - 1) * Scalars.BYTES);
            expected = new CpuProver().sums(key, assignment, ProofObserver.NONE, Work.UNATTENDED);
        }

        void prove(GpuProver prover, Work work) {
            assertThat(prover.sums(key, assignment, ProofObserver.NONE, work)).isEqualTo(expected);
        }

        @Override
        public void close() {
            key.close();
            assignment.close();
            broken.close();
        }
    }
}
