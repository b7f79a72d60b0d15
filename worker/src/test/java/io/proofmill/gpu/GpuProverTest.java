package io.proofmill.gpu;

import io.proofmill.groth16.Prover;
import io.proofmill.groth16.ProverContractTest;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("gpu")
class GpuProverTest extends ProverContractTest {
    private static GpuProver prover;

    @BeforeAll
    static void openDevices() {
        prover = GpuProver.open(GpuSettings.DEFAULT.withMemoryLimit(8L << 30), InstantSource.system())
                .orElseThrow(() -> new IllegalStateException("the tests tagged gpu need a GPU"));
    }

    @AfterAll
    static void closeDevices() {
        prover.close();
    }

    @Override
    protected Prover open() {
        return prover;
    }
}
