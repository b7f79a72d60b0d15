package io.proofmill.filecoin.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.GeneratorMultiples;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.PointList;
import io.proofmill.groth16.Proof;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.ToxicWaste;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.CurveId;
import io.proofmill.math.Work;
import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.CircuitBuilder;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.WitnessWriter;
import io.proofmill.r1cs.gadget.Inputize;
import io.proofmill.r1cs.gadget.Poseidon;
import io.proofmill.r1cs.gadget.PoseidonConstants;
import io.proofmill.r1cs.gadget.PoseidonHasher;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParamsSetupTest {
    @TempDir
    private Path folder;

    @Test
    void development_keys_prove_and_verify() throws IOException {
        Circuit circuit = preimage();
        Path params = folder.resolve("preimage.params");
        Path vk = folder.resolve("preimage.vk");
        new ParamsSetup(
                        circuit,
                        ToxicWaste.random(CurveId.BLS12_381, new SecureRandom()),
                        GeneratorMultiples.onProcessor())
                .write(params, vk, Work.UNATTENDED);

        VerifyingKey verifyingKey =
                BellmanVerifyingKey.read("vk", Files.readAllBytes(vk)).verifyingKey();
        try (ProvingKey key = ParamsFile.open(params, circuit);
                Assignment assignment = Assignment.allocate(CurveId.BLS12_381, circuit.variables())) {
            fill(circuit, assignment);
            Blinding blinding = new Blinding(BigInteger.TWO, BigInteger.TEN);
            Proof proof = new CpuProver().prove(key, assignment, blinding, ProofObserver.NONE, Work.UNATTENDED);
            Claim claim = new Claim(assignment.publicInputs(1), proof);
            assertThat(new PairingVerifier(new SecureRandom()).verify(verifyingKey, claim))
                    .isTrue();
        }
    }

    @Test
    void a_set_up_that_fails_half_way_leaves_no_file_and_spares_the_keys_of_before() throws IOException {
        Path params = Files.writeString(folder.resolve("preimage.params"), "before");
        GeneratorMultiples failing = (group, scalars, out, count, work) -> {
            if (group.field().degree() == 2) {
                throw new CancellationException("enough");
            }
            GeneratorMultiples.onProcessor().multiply(group, scalars, out, count, work);
        };
        ParamsSetup setup =
                new ParamsSetup(preimage(), ToxicWaste.random(CurveId.BLS12_381, new SecureRandom()), failing);

        assertThatThrownBy(() -> setup.write(params, folder.resolve("preimage.vk"), Work.UNATTENDED))
                .isInstanceOf(CancellationException.class);

        assertThat(params).hasContent("before");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(params);
        }
    }

    @Test
    @SuppressWarnings("MustBeClosedChecker") // the key closes the memory of its points
    void a_key_made_in_memory_has_the_points_of_the_file() throws IOException {
        Circuit circuit = preimage();
        ToxicWaste waste = ToxicWaste.random(CurveId.BLS12_381, new SecureRandom());
        ParamsSetup setup = new ParamsSetup(circuit, waste, GeneratorMultiples.onProcessor());
        Path params = folder.resolve("preimage.params");
        Path vk = folder.resolve("preimage.vk");
        setup.write(params, vk, Work.UNATTENDED);
        Arena memory = Arena.ofShared();
        ParamsSetup.MadeKey made;
        try (Arena scratch = Arena.ofShared()) {
            made = setup.make(memory, scratch, Work.UNATTENDED);
        }
        try (ProvingKey key = ParamsFile.open(params, circuit);
                ProvingKey inMemory = made.proving()) {
            assertThat(made.verifying())
                    .isEqualTo(BellmanVerifyingKey.read("vk", Files.readAllBytes(vk))
                            .verifyingKey());
            assertThat(inMemory.constants()).isEqualTo(key.constants());
            assertSame(key.quotient().points(), inMemory.quotient().points());
            assertSame(key.l().points(), inMemory.l().points());
            assertSame(key.a().points(), inMemory.a().points());
            assertSame(key.b1().points(), inMemory.b1().points());
            assertSame(key.b2().points(), inMemory.b2().points());
            assertThat(made.pointBytes()).isEqualTo(Files.size(params) - Files.size(vk) - 5 * Integer.BYTES);
        }
    }

    private static void assertSame(PointList one, PointList other) {
        assertThat(other.size()).isEqualTo(one.size());
        try (Arena scratch = Arena.ofShared()) {
            assertThat(other.read(0, other.size(), scratch).mismatch(one.read(0, one.size(), scratch)))
                    .isEqualTo(-1);
        }
    }

    private static Circuit preimage() {
        CircuitBuilder builder = new CircuitBuilder("preimage", CurveId.BLS12_381, PoseidonConstants.MODULUS);
        Num a = builder.alloc();
        Num b = builder.alloc();
        Inputize.of(builder, Poseidon.merkleTree(2).hash(builder, List.of(a, b)));
        return builder.build();
    }

    private static void fill(Circuit circuit, Assignment assignment) {
        WitnessWriter inputs = new WitnessWriter(assignment.values(), 0);
        WitnessWriter own = new WitnessWriter(assignment.values(), circuit.inputs());
        long[] preimage = {5, 0, 0, 0, 7, 0, 0, 0};
        long[] digest = new long[4];
        own.value(5);
        own.value(7);
        new PoseidonHasher(Poseidon.merkleTree(2)).hash(preimage, digest, own);
        inputs.value(1);
        inputs.value(digest[0], digest[1], digest[2], digest[3]);
    }
}
