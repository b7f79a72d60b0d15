package io.proofmill.circom;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.GeneratorMultiples;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.Proof;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.ToxicWaste;
import io.proofmill.math.CurveId;
import io.proofmill.math.Work;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Keys, witnesses and proofs go both ways between us and the real snarkjs, on both curves. Skipped where there is no node or no npm registry. */
class SnarkjsIT {
    private static Snarkjs snarkjs;

    @TempDir
    private Path folder;

    @BeforeAll
    static void installSnarkjs() {
        try {
            snarkjs = Snarkjs.install();
        } catch (IOException e) {
            Assumptions.abort("snarkjs does not run here: " + e.getMessage());
        }
    }

    @ParameterizedTest
    @EnumSource(CurveId.class)
    void snarkjs_accepts_our_proof_under_its_key_and_no_other_statement(CurveId curve) throws IOException {
        CircomFixture fixture = new CircomFixture(curve, "chain");
        try (ProvingKey key = fixture.provingKey()) {
            writeProof(fixture, key);
        }
        Path key = fixture.file("verification_key.json");
        assertThat(snarkjs.run("groth16", "verify", key, file("public.json"), file("proof.json")))
                .isTrue();

        List<BigInteger> other = fixture.publicSignals().reversed();
        Files.writeString(file("public.json"), PublicJson.write(other));
        assertThat(snarkjs.run("groth16", "verify", key, file("public.json"), file("proof.json")))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource(CurveId.class)
    void snarkjs_proves_and_verifies_with_keys_of_our_set_up(CurveId curve) throws IOException {
        CircomFixture fixture = new CircomFixture(curve, "bits");
        try (R1cs r1cs = fixture.r1cs()) {
            new ZkeySetup(r1cs, ToxicWaste.random(curve, new SecureRandom()), GeneratorMultiples.onProcessor())
                    .write(file("circuit.zkey"), Work.UNATTENDED);
        }
        try (Zkey zkey = Zkey.open(file("circuit.zkey"))) {
            Files.writeString(file("key.json"), VerificationKeyJson.write(zkey.verifyingKey()));
            assertThat(snarkjs.run(
                            "groth16",
                            "prove",
                            file("circuit.zkey"),
                            fixture.file("witness.wtns"),
                            file("theirs.json"),
                            file("signals.json")))
                    .isTrue();
            Proof proof = ProofJson.read("theirs.json", Files.readAllBytes(file("theirs.json")), curve);
            List<BigInteger> signals = PublicJson.read("signals.json", Files.readAllBytes(file("signals.json")));
            assertThat(new PairingVerifier(new SecureRandom()).verify(zkey.verifyingKey(), new Claim(signals, proof)))
                    .isTrue();
            writeProof(fixture, zkey.provingKey());
        }
        assertThat(snarkjs.run("groth16", "verify", file("key.json"), file("public.json"), file("proof.json")))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(CurveId.class)
    void snarkjs_finds_our_witness_right(CurveId curve) throws IOException {
        CircomFixture fixture = new CircomFixture(curve, "bits");
        InputSignals inputs = InputSignals.read("input.json", fixture.bytes("input.json"));
        try (Assignment assignment = WitnessCalculator.compile("circuit.wasm", fixture.bytes("circuit.wasm"))
                .calculate(inputs, Work.UNATTENDED)) {
            Wtns.write(assignment, file("ours.wtns"));
        }
        assertThat(snarkjs.run("wtns", "check", fixture.file("circuit.r1cs"), file("ours.wtns")))
                .isTrue();
        assertThat(Files.readAllBytes(file("ours.wtns"))).isEqualTo(fixture.bytes("witness.wtns"));
    }

    private void writeProof(CircomFixture fixture, ProvingKey key) throws IOException {
        try (Assignment assignment = fixture.assignment()) {
            Blinding blinding = Blinding.random(fixture.curve(), new SecureRandom());
            Proof proof = new CpuProver().prove(key, assignment, blinding, ProofObserver.NONE, Work.UNATTENDED);
            Files.writeString(file("proof.json"), ProofJson.write(proof));
            Files.writeString(
                    file("public.json"),
                    PublicJson.write(assignment.publicInputs(key.shape().publicInputs())));
        }
    }

    private Path file(String name) {
        return folder.resolve(name);
    }
}
