package io.proofmill.cli.files;

import io.proofmill.gpu.GpuProver;
import io.proofmill.gpu.GpuSettings;
import io.proofmill.gpu.driver.Cuda;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.Prover;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import java.time.InstantSource;
import java.util.Optional;

/** What a command proves with. */
public enum Backend {
    /** The processor. */
    CPU,
    /** The best that this machine has. */
    AUTO,
    /** An NVIDIA GPU. */
    CUDA;

    /**
     * Starts the prover.
     *
     * @throws ProofmillException NO_DEVICE when this machine or build lacks what was asked for
     */
    public Prover open() {
        return switch (this) {
            case CPU -> new CpuProver();
            case AUTO -> gpu().orElseGet(CpuProver::new);
            case CUDA -> gpu().orElseThrow(() -> new ProofmillException(ReasonCode.NO_DEVICE, Cuda.sentence()));
        };
    }

    /** The prover lives as long as the process: closing the process frees the devices. */
    private static Optional<Prover> gpu() {
        return GpuProver.open(GpuSettings.DEFAULT, InstantSource.system()).map(Prover.class::cast);
    }
}
