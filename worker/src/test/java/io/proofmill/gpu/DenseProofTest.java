package io.proofmill.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.gpu.bench.DenseTrial;
import io.proofmill.gpu.bench.DenseTrial.Kind;
import io.proofmill.gpu.bench.DenseTrial.Style;
import io.proofmill.gpu.driver.Cuda;
import io.proofmill.gpu.msm.MsmDevice;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProofSums;
import io.proofmill.math.CurveId;
import io.proofmill.math.Work;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys of both forms, on the device and streamed through it, against the CPU and the pairing. */
@Tag("gpu")
class DenseProofTest {
    private static final long MIB = 1L << 20;
    private static final Blinding BLINDING = new Blinding(BigInteger.TWO, BigInteger.TEN.pow(60));

    @ParameterizedTest
    @CsvSource({"BN254,CIRCOM", "BN254,BELLMAN", "BLS12_381,CIRCOM", "BLS12_381,BELLMAN"})
    void a_key_is_proved_with_on_the_device_and_streamed_with_the_same_sums(CurveId curve, Style style) {
        try (DenseTrial trial = make(curve, 15, style)) {
            ProofSums expected =
                    new CpuProver().sums(trial.key(), trial.assignment(), ProofObserver.NONE, Work.UNATTENDED);
            Claim claim = new Claim(
                    trial.assignment().publicInputs(trial.verifyingKey().publicInputs()),
                    expected.assemble(trial.key(), BLINDING));
            assertThat(new PairingVerifier(new SecureRandom()).verify(trial.verifyingKey(), claim))
                    .isTrue();

            try (GpuProver roomy = open(FirstDevice.SETTINGS.withMemoryLimit(4096 * MIB))) {
                assertThat(sums(roomy, trial)).isEqualTo(expected);
                assertThat(roomy.devices().getFirst().residentKeys()).hasSize(1);
            }
            GpuSettings tight = FirstDevice.SETTINGS.withMemoryLimit(streamedBytes(trial) + MIB);
            for (long pinned : new long[] {1L << 30, 0}) {
                try (GpuProver streaming = open(tight.withPinnedMemory(pinned))) {
                    assertThat(sums(streaming, trial)).isEqualTo(expected);
                    assertThat(sums(streaming, trial)).isEqualTo(expected);
                    assertThat(streaming.devices().getFirst().residentKeys()).isEmpty();
                }
            }
        }
    }

    @Test
    void a_locked_copy_of_a_streaming_key_counts_in_the_hosts_budget_and_goes_when_it_is_asked_to() {
        try (DenseTrial trial = make(CurveId.BLS12_381, 15, Style.CIRCOM)) {
            GpuSettings tight = FirstDevice.SETTINGS.withMemoryLimit(streamedBytes(trial) + MIB);
            AtomicLong taken = new AtomicLong();
            HostBudget budget = bytes -> {
                taken.addAndGet(bytes);
                return Optional.of(() -> taken.addAndGet(-bytes));
            };
            try (GpuProver streaming =
                    GpuProver.open(tight, budget, InstantSource.system()).orElseThrow()) {
                ProofSums withCopy = sums(streaming, trial);
                assertThat(taken).hasValue(trial.keyBytes());

                assertThat(streaming.dropLockedCopy()).isTrue();
                assertThat(streaming.dropLockedCopy()).isFalse();
                assertThat(taken).hasValue(0);
                assertThat(sums(streaming, trial)).isEqualTo(withCopy);
            }
            assertThat(taken).as("given back with the device").hasValue(0);

            try (GpuProver refused = GpuProver.open(tight, bytes -> Optional.empty(), InstantSource.system())
                    .orElseThrow()) {
                assertThat(sums(refused, trial)).isNotNull();
                assertThat(refused.dropLockedCopy()).isFalse();
            }
        }
    }

    private static ProofSums sums(GpuProver prover, DenseTrial trial) {
        return prover.sums(trial.key(), trial.assignment(), ProofObserver.NONE, Work.UNATTENDED);
    }

    /** The least memory that a device needs to stream the key. It is less than key and workspace take together. */
    private static long streamedBytes(DenseTrial trial) {
        MsmDevice device = MsmDevice.of(Cuda.load().orElseThrow().devices().getFirst());
        KeyPlan plan = new KeyPlan("sizes only", trial.key());
        long capacity = MIB;
        long scratch = DeviceSession.scratchLimit(capacity);
        while (plan.streamedLayout(device, capacity, scratch).bytes() > capacity) {
            capacity += MIB;
            scratch = DeviceSession.scratchLimit(capacity);
        }
        assertThat(capacity + MIB)
                .isLessThan(plan.bytes() + plan.layout(device, scratch).bytes());
        return capacity;
    }

    private static DenseTrial make(CurveId curve, int log, Style style) {
        try (DeviceMultiples multiples = DeviceMultiples.open().orElseThrow()) {
            return DenseTrial.make(curve, log, Kind.CHAIN, style, multiples);
        }
    }

    private static GpuProver open(GpuSettings settings) {
        return GpuProver.open(settings, InstantSource.system())
                .orElseThrow(() -> new IllegalStateException("the tests tagged gpu need a GPU"));
    }
}
