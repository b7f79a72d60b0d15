package io.proofmill.groth16;

import java.security.SecureRandom;

class PairingVerifierTest extends VerifierContractTest {
    @Override
    protected Verifier open() {
        return new PairingVerifier(new SecureRandom());
    }
}
