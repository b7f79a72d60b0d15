package io.proofmill.filecoin.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.circuit.Fixture;
import io.proofmill.filecoin.circuit.PostSynthesis;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.Proof;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.CurveId;
import io.proofmill.math.Work;
import io.proofmill.r1cs.Circuit;
import java.math.BigInteger;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A proof of ours under bellperson's own key. */
class WindowPostProofTest {
    @Test
    void our_proof_under_bellpersons_key_verifies_and_no_other_claim_does() throws URISyntaxException {
        Circuit circuit = FilecoinCircuit.of("filecoin/window-2KiB").build();
        Path params = Path.of(WindowPostProofTest.class
                .getResource("/filecoin/window-2KiB/window-2KiB.params")
                .toURI());
        try (ProvingKey key = ParamsFile.open(params, circuit);
                Assignment assignment = Assignment.allocate(CurveId.BLS12_381, circuit.variables())) {
            new PostSynthesis(
                            circuit,
                            List.of(
                                    sector("window-2KiB/sector-112679.vanilla.bin"),
                                    sector("window-2KiB/sector-112680.vanilla.bin")))
                    .fill(assignment.values(), Work.UNATTENDED);
            Blinding blinding = new Blinding(BigInteger.valueOf(3), BigInteger.valueOf(5));
            Proof proof = new CpuProver().prove(key, assignment, blinding, ProofObserver.NONE, Work.UNATTENDED);
            Proof travelled =
                    ProofBytes.read(ProofBytes.write(List.of(proof)), 1).getFirst();
            VerifyingKey verifying = BellmanVerifyingKey.read("vk", Fixture.bytes("window-2KiB/window-2KiB.vk"))
                    .verifyingKey()
                    .validate();
            List<BigInteger> inputs = assignment.publicInputs(circuit.inputs() - 1);
            assertThat(new PairingVerifier(new SecureRandom()).verify(verifying, new Claim(inputs, travelled)))
                    .isTrue();
            assertThat(new PairingVerifier(new SecureRandom())
                            .verify(verifying, new Claim(inputs.reversed(), travelled)))
                    .isFalse();
        }
    }

    private static io.proofmill.filecoin.vanilla.PostSector sector(String path) {
        return PostVanillaFile.read(path, Fixture.bytes(path));
    }
}
