package io.proofmill.groth16;

class CpuProverTest extends ProverContractTest {
    @Override
    protected Prover open() {
        return new CpuProver();
    }
}
