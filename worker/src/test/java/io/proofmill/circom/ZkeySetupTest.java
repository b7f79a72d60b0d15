package io.proofmill.circom;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.CheckedProver;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.GeneratorMultiples;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.Proof;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ToxicWaste;
import io.proofmill.math.CurveId;
import io.proofmill.math.Work;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ZkeySetupTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("io.proofmill.circom.CircomFixture#all")
    void the_file_is_laid_out_as_snarkjs_does(CircomFixture fixture) throws IOException {
        byte[] ours = Files.readAllBytes(setUp(fixture.r1cs()));
        byte[] theirs = fixture.bytes("circuit.zkey");
        // A contribution makes snarkjs write the sections in another order; the last one lists contributions, of which
        // ours has none.
        for (int section = 1; section < Zkey.CONTRIBUTIONS; section++) {
            assertThat(section(ours, section).size())
                    .as("section %d", section)
                    .isEqualTo(section(theirs, section).size());
        }
        assertThat(section(ours, Zkey.COEFFICIENTS)
                        .bytes()
                        .mismatch(section(theirs, Zkey.COEFFICIENTS).bytes()))
                .isEqualTo(-1);
        assertThat(order(ours)).containsExactly(1, 2, 3, 4, 9, 8, 5, 6, 7, 10);
    }

    @ParameterizedTest
    @MethodSource("io.proofmill.circom.CircomFixture#all")
    void its_keys_prove_and_verify(CircomFixture fixture) throws IOException {
        try (Assignment assignment = fixture.assignment()) {
            proveWith(setUp(fixture.r1cs()), assignment);
        }
    }

    /** A row for the constant and one for the public value come on top. */
    @ParameterizedTest
    @CsvSource({"BN254,1,4", "BN254,14,16", "BN254,15,32", "BLS12_381,14,16", "BLS12_381,15,32"})
    void a_domain_that_is_just_full_and_one_row_more_both_work(CurveId curve, int rows, long domain)
            throws IOException {
        Path file = folder.resolve("squares.r1cs");
        SyntheticR1cs.write(file, curve, rows);
        Path zkey = setUp(R1cs.open(file));
        try (Zkey key = Zkey.open(zkey)) {
            assertThat(key.shape().domain()).isEqualTo(domain);
        }
        try (Assignment assignment = SyntheticR1cs.witness(curve, rows, 3)) {
            proveWith(zkey, assignment);
        }
    }

    private Path setUp(R1cs r1cs) throws IOException {
        Path zkey = folder.resolve("circuit.zkey");
        try (r1cs) {
            new ZkeySetup(r1cs, waste(), GeneratorMultiples.onProcessor()).write(zkey, Work.UNATTENDED);
        }
        return zkey;
    }

    private static void proveWith(Path file, Assignment assignment) throws IOException {
        try (Zkey zkey = Zkey.open(file)) {
            Blinding blinding = new Blinding(BigInteger.valueOf(1234567), BigInteger.valueOf(7654321));
            Proof proof = new CheckedProver(new CpuProver(), new PairingVerifier(new SecureRandom()))
                    .prove(
                            zkey.provingKey(),
                            zkey.verifyingKey().validate(),
                            assignment,
                            blinding,
                            Optional.empty(),
                            ProofObserver.NONE,
                            Work.UNATTENDED);
            assertThat(proof.isWellFormed()).isTrue();
        }
    }

    private static ToxicWaste waste() {
        return new ToxicWaste(
                BigInteger.valueOf(1009),
                BigInteger.valueOf(2003),
                BigInteger.valueOf(3001),
                BigInteger.valueOf(4001),
                BigInteger.valueOf(5003));
    }

    private static Section section(byte[] zkey, int type) {
        return Iden3File.index("k", MemorySegment.ofArray(zkey), FileKind.ZKEY).section(type, "");
    }

    private static List<Integer> order(byte[] zkey) {
        MemorySegment bytes = MemorySegment.ofArray(zkey);
        List<Integer> types = new ArrayList<>();
        for (long at = 12; at < zkey.length; at += 12 + bytes.get(Iden3File.U64, at + 4)) {
            types.add(bytes.get(Iden3File.U32, at));
        }
        return types;
    }
}
