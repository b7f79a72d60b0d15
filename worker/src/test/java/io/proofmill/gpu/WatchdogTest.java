package io.proofmill.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.circom.CircomFixture;
import io.proofmill.gpu.bench.DenseTrial;
import io.proofmill.gpu.bench.DenseTrial.Kind;
import io.proofmill.gpu.bench.DenseTrial.Style;
import io.proofmill.gpu.health.DeviceHealth.State;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.math.CurveId;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A stage that takes longer than its limit: kernels of seconds against a limit of milliseconds. */
@Tag("gpu")
class WatchdogTest {
    private Instant now = Instant.parse("2026-11-30T12:00:00Z");

    @Test
    void a_stage_past_its_limit_fails_the_job_and_quarantines_the_device_which_comes_back_once_its_kernels_have_ended()
            throws InterruptedException {
        GpuSettings settings = FirstDevice.SETTINGS.withMemoryLimit(16L << 30).withStageLimit(Duration.ofMillis(15));
        try (DeviceMultiples multiples = DeviceMultiples.open().orElseThrow();
                DenseTrial slow = DenseTrial.make(CurveId.BLS12_381, 22, Kind.CHAIN, Style.CIRCOM, multiples);
                GpuProver prover = GpuProver.open(settings, () -> now).orElseThrow()) {
            ProvingDevice device = prover.devices().getFirst();

            assertThatThrownBy(() -> prover.sums(slow.key(), slow.assignment(), ProofObserver.NONE, Work.UNATTENDED))
                    .isInstanceOfSatisfying(
                            ProofmillException.class,
                            e -> assertThat(e.reason()).isEqualTo(ReasonCode.NO_PROGRESS));
            assertThat(device.health().status().state()).isEqualTo(State.QUARANTINED);
            assertThatThrownBy(() -> prover.sums(slow.key(), slow.assignment(), ProofObserver.NONE, Work.UNATTENDED))
                    .isInstanceOfSatisfying(
                            ProofmillException.class,
                            e -> assertThat(e.reason()).isEqualTo(ReasonCode.NO_DEVICE));

            while (!device.leftBehindIsIdle()) {
                Thread.sleep(10);
            }
            now = now.plus(Duration.ofMinutes(6));
            prover.examine();

            assertThat(device.health().status().state()).isEqualTo(State.PROBATION);
            assertThat(prover.restartAdvised()).isFalse();
            proveSmall(prover);
        }
    }

    private static void proveSmall(GpuProver prover) {
        CircomFixture fixture = new CircomFixture(CurveId.BN254, "chain");
        try (ProvingKey key = fixture.provingKey();
                Assignment assignment = fixture.assignment()) {
            prover.sums(key, assignment, ProofObserver.NONE, Work.UNATTENDED);
        }
    }
}
