package io.proofmill.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.gpu.bench.DenseTrial;
import io.proofmill.gpu.bench.DenseTrial.Kind;
import io.proofmill.gpu.bench.DenseTrial.Style;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProofSums;
import io.proofmill.math.CurveId;
import io.proofmill.math.Work;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables of multiples of a key's points: they come with use and where there is room, and change no sum. */
@Tag("gpu")
class KeyTablesTest {
    private static final long MIB = 1L << 20;
    private static final int JOBS = 40;

    @ParameterizedTest
    @CsvSource({"BN254,CIRCOM,CHAIN", "BLS12_381,CIRCOM,CHAIN", "BLS12_381,BELLMAN,POREP"})
    void the_sums_are_the_same_with_tables_and_without_and_a_tight_limit_has_none(
            CurveId curve, Style style, Kind kind) {
        try (DeviceMultiples multiples = DeviceMultiples.open().orElseThrow();
                DenseTrial trial = DenseTrial.make(curve, 18, kind, style, multiples)) {
            Run roomy = prove(trial, FirstDevice.SETTINGS.withMemoryLimit(16_384 * MIB));
            assertThat(roomy.use().tableBytes()).isGreaterThan(roomy.use().keyBytes());

            long keyAndOneJob = roomy.use().keyBytes() + roomy.use().largestWorkspace();
            Run tight = prove(trial, FirstDevice.SETTINGS.withMemoryLimit(keyAndOneJob + MIB));
            assertThat(tight.use().tableBytes()).isZero();
            assertThat(tight.sums()).isEqualTo(roomy.sums());

            Run off = prove(
                    trial, FirstDevice.SETTINGS.withMemoryLimit(16_384 * MIB).withTables(TableUse.OFF));
            assertThat(off.use().tableBytes()).isZero();
            assertThat(off.sums()).isEqualTo(roomy.sums());
        }
    }

    /** What the last of many jobs gave, and how the memory was divided then. */
    private record Run(ProofSums sums, MemoryUse use) {}

    private static Run prove(DenseTrial trial, GpuSettings settings) {
        try (GpuProver prover = GpuProver.open(settings, InstantSource.system()).orElseThrow()) {
            ProofSums first = prover.sums(trial.key(), trial.assignment(), ProofObserver.NONE, Work.UNATTENDED);
            ProofSums last = first;
            for (int i = 1; i < JOBS; i++) {
                last = prover.sums(trial.key(), trial.assignment(), ProofObserver.NONE, Work.UNATTENDED);
            }
            assertThat(last).as("before and after the tables were made").isEqualTo(first);
            return new Run(last, prover.devices().getFirst().memoryUse());
        }
    }
}
