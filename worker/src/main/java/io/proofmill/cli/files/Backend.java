package io.proofmill.cli.files;

import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.Prover;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;

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
    Prover open() {
        return switch (this) {
            case CPU, AUTO -> new CpuProver();
            case CUDA ->
                throw new ProofmillException(
                        ReasonCode.NO_DEVICE, "this build proves on the processor only; use --backend cpu");
        };
    }
}
