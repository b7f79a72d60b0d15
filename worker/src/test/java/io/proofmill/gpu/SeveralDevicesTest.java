package io.proofmill.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.proofmill.circom.CircomFixture;
import io.proofmill.gpu.driver.Cuda;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProofSums;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.math.CurveId;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("gpu")
class SeveralDevicesTest {
    @BeforeEach
    void twoDevices() {
        int devices = Cuda.load().orElseThrow().devices().size();
        assumeTrue(devices >= 2, "this machine has " + devices + " GPU");
    }

    @Test
    void a_burst_of_jobs_uses_every_device_and_all_are_right() throws Exception {
        try (GpuProver prover = open();
                ProvingKey key = fixture().provingKey();
                Assignment assignment = fixture().assignment();
                ExecutorService workers = Executors.newFixedThreadPool(8)) {
            ProofSums expected = new CpuProver().sums(key, assignment, ProofObserver.NONE, Work.UNATTENDED);
            List<Future<ProofSums>> jobs = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                jobs.add(workers.submit(() -> prover.sums(key, assignment, ProofObserver.NONE, Work.UNATTENDED)));
            }
            for (Future<ProofSums> job : jobs) {
                assertThat(job.get()).isEqualTo(expected);
            }
            assertThat(prover.devices())
                    .allSatisfy(device -> assertThat(device.residentKeys()).hasSize(1));
        }
    }

    @Test
    void a_quarantined_device_gets_no_jobs_and_the_others_take_them() {
        try (GpuProver prover = open();
                ProvingKey key = fixture().provingKey();
                Assignment assignment = fixture().assignment()) {
            prover.devices().getFirst().health().selfTestFailed("a test says so");
            for (int i = 0; i < 5; i++) {
                prover.sums(key, assignment, ProofObserver.NONE, Work.UNATTENDED);
            }
            assertThat(prover.devices().getFirst().residentKeys()).isEmpty();
            assertThat(prover.devices().get(1).residentKeys()).hasSize(1);
        }
    }

    @Test
    void with_every_device_quarantined_jobs_are_told_so_with_the_reasons() {
        try (GpuProver prover = open();
                ProvingKey key = fixture().provingKey();
                Assignment assignment = fixture().assignment()) {
            prover.devices().forEach(device -> device.health().selfTestFailed("a test says so"));
            assertThatThrownBy(() -> prover.sums(key, assignment, ProofObserver.NONE, Work.UNATTENDED))
                    .isInstanceOfSatisfying(
                            ProofmillException.class,
                            e -> assertThat(e.reason()).isEqualTo(ReasonCode.NO_DEVICE))
                    .hasMessageContaining("a test says so");
        }
    }

    private static CircomFixture fixture() {
        return new CircomFixture(CurveId.BN254, "chain");
    }

    private static GpuProver open() {
        return GpuProver.open(GpuSettings.DEFAULT.withMemoryLimit(1L << 30), InstantSource.system())
                .orElseThrow();
    }
}
