package io.proofmill.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.circom.CircomFixture;
import io.proofmill.gpu.driver.ContextLostException;
import io.proofmill.gpu.driver.Faults;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.math.CurveId;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A running prover whose context is lost to a faulty kernel. */
@Tag("gpu")
@Tag("lost-context") // the process cannot use the device afterwards: run it in one of its own
class LostDeviceTest {
    @Test
    void the_job_fails_as_retryable_the_device_is_given_up_and_a_restart_is_advised() {
        CircomFixture fixture = new CircomFixture(CurveId.BN254, "chain");
        GpuSettings settings = FirstDevice.SETTINGS.withMemoryLimit(1L << 30);
        try (GpuProver prover = GpuProver.open(settings, InstantSource.system()).orElseThrow();
                ProvingKey key = fixture.provingKey();
                Assignment assignment = fixture.assignment()) {
            prover.sums(key, assignment, ProofObserver.NONE, Work.UNATTENDED);
            assertThat(prover.restartAdvised()).isFalse();

            Faults.writeNowhere(prover.devices().getFirst().session().context());

            assertThatThrownBy(() -> prover.sums(key, assignment, ProofObserver.NONE, Work.UNATTENDED))
                    .isInstanceOfSatisfying(
                            ContextLostException.class,
                            e -> assertThat(e.reason()).isEqualTo(ReasonCode.DEVICE_FAULT));
            assertThatThrownBy(() -> prover.sums(key, assignment, ProofObserver.NONE, Work.UNATTENDED))
                    .isInstanceOf(ContextLostException.class);
            assertThat(prover.restartAdvised()).isTrue();
            assertThatThrownBy(() -> prover.sums(key, assignment, ProofObserver.NONE, Work.UNATTENDED))
                    .isInstanceOfSatisfying(
                            ProofmillException.class,
                            e -> assertThat(e.reason()).isEqualTo(ReasonCode.NO_DEVICE));
        }
    }
}
