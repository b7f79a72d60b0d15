package io.proofmill.engine;

import io.proofmill.groth16.Prover;

/**
 * A place where proofs are made: the CPU, or one GPU.
 *
 * @param name stable while the process runs, for example {@code cpu} or {@code cuda:0}
 * @param prover the prover that works there
 * @param slots tasks that it takes at the same time
 * @param trust whether it is trusted now
 * @param exact true where arithmetic cannot go wrong without the whole machine being at fault: a proof that fails its check there means a bad witness
 */
public record ProvingDevice(String name, Prover prover, int slots, DeviceTrust trust, boolean exact) {
    /** The processor: one proof at a time on all its threads. */
    public static ProvingDevice cpu(Prover prover) {
        return new ProvingDevice("cpu", prover, 1, DeviceTrust.ALWAYS, true);
    }
}
