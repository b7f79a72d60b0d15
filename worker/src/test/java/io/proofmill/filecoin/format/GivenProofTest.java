package io.proofmill.filecoin.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.filecoin.circuit.Fixture;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.Proof;
import io.proofmill.groth16.VerifyingKey;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Proofs that bellperson made, under its own keys. */
class GivenProofTest {
    private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");

    @ParameterizedTest
    @ValueSource(strings = {"window-2KiB", "winning-2KiB", "snap-2KiB", "porep-2KiB"})
    void bellpersons_proof_verifies_and_files_are_written_back_identically(String name) {
        byte[] keyBytes = Fixture.bytes(name + "/" + name + ".vk");
        byte[] proofBytes = Fixture.bytes(name + "/proof.bin");
        BellmanVerifyingKey key = BellmanVerifyingKey.read(name, keyBytes);
        List<Proof> proofs = ProofBytes.read(proofBytes, 1);
        assertThat(key.bytes()).isEqualTo(keyBytes);
        assertThat(ProofBytes.write(proofs)).isEqualTo(proofBytes);
        VerifyingKey verifying = key.verifyingKey().validate();
        List<BigInteger> inputs = HEX.matcher(Fixture.text(name + "/inputs.json"))
                .results()
                .map(match -> Node.ofHex(match.group()).value())
                .toList();
        assertThat(new PairingVerifier(new SecureRandom()).verify(verifying, new Claim(inputs, proofs.getFirst())))
                .isTrue();
        List<BigInteger> wrong = inputs.stream().map(i -> i.add(BigInteger.ONE)).toList();
        assertThat(new PairingVerifier(new SecureRandom()).verify(verifying, new Claim(wrong, proofs.getFirst())))
                .isFalse();
    }
}
