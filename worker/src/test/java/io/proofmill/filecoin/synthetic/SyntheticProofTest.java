package io.proofmill.filecoin.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.ProofJob;
import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.format.PublicFile;
import io.proofmill.filecoin.statement.PorepVariant;
import io.proofmill.filecoin.statement.Statement;
import io.proofmill.groth16.Assignment;
import io.proofmill.math.BadInputException;
import io.proofmill.math.Work;
import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.RowProducts;
import java.io.ByteArrayInputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Made-up proofs pass every check that real ones pass, and their assignments satisfy every row. */
class SyntheticProofTest {
    private static final long SEED = 42;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "porep-2KiB",
                "porep-8MiB",
                "window-2KiB",
                "window-8MiB",
                "window-512MiB",
                "winning-2KiB",
                "winning-8MiB",
                "winning-512MiB",
                "winning-32GiB",
                "winning-64GiB",
                "snap-2KiB"
            })
    void a_made_up_proof_is_accepted_and_satisfies_its_circuit(String label) {
        satisfies(label);
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "porep-512MiB",
                "porep-32GiB",
                "porep-64GiB",
                "window-32GiB",
                "window-64GiB",
                "snap-8MiB",
                "snap-512MiB",
                "snap-32GiB",
                "snap-64GiB"
            })
    void a_large_made_up_proof_is_accepted_and_satisfies_its_circuit(String label) {
        satisfies(label);
    }

    @ParameterizedTest
    @EnumSource
    void all_variants_of_a_porep_share_one_circuit(PorepVariant variant) {
        FilecoinCircuit named = FilecoinCircuit.of("filecoin/porep-2KiB");
        ProofJob job = job(SyntheticProof.porep(SectorSize.KIB_2, variant, SEED), named, named.build());
        assertThat(job.parts()).isEqualTo(variant == PorepVariant.NON_INTERACTIVE ? 13 : 1);
        satisfies(job, job.parts() - 1);
    }

    @Test
    void a_c1_output_of_another_variant_than_the_statement_s_is_refused() {
        FilecoinCircuit named = FilecoinCircuit.of("filecoin/porep-2KiB");
        SyntheticProof made = SyntheticProof.porep(SectorSize.KIB_2, PorepVariant.SYNTHETIC, SEED);
        SyntheticProof mixed =
                new SyntheticProof(made.publicJson().replace("_Feat_SyntheticPoRep", ""), made.vanilla());
        Circuit circuit = named.build();
        assertThatThrownBy(() -> job(mixed, named, circuit))
                .isInstanceOf(BadInputException.class)
                .hasMessage("the C1 output's variant is SYNTHETIC, the statement's INTERACTIVE");
    }

    @Test
    void the_same_seed_makes_the_same_files_and_another_seed_others() {
        FilecoinCircuit circuit = FilecoinCircuit.of("filecoin/winning-2KiB");
        SyntheticProof first = SyntheticProof.of(circuit, SEED);
        SyntheticProof again = SyntheticProof.of(circuit, SEED);
        SyntheticProof other = SyntheticProof.of(circuit, SEED + 1);
        assertThat(again.publicJson()).isEqualTo(first.publicJson());
        assertThat(again.vanilla().getFirst().bytes())
                .isEqualTo(first.vanilla().getFirst().bytes())
                .isNotEqualTo(other.vanilla().getFirst().bytes());
    }

    private static void satisfies(String label) {
        FilecoinCircuit named = FilecoinCircuit.of("filecoin/" + label);
        ProofJob job = job(SyntheticProof.of(named, SEED), named, named.build());
        satisfies(job, job.parts() - 1);
    }

    private static ProofJob job(SyntheticProof proof, FilecoinCircuit named, Circuit circuit) {
        byte[] text = proof.publicJson().getBytes(StandardCharsets.UTF_8);
        Statement statement = PublicFile.read("public.json", new ByteArrayInputStream(text), named);
        List<ProofJob.Vanilla> vanilla = proof.vanilla().stream()
                .map(file -> new ProofJob.Vanilla(file.name(), MemorySegment.ofArray(file.bytes())))
                .toList();
        return ProofJob.read(statement, circuit, vanilla, Work.UNATTENDED);
    }

    private static void satisfies(ProofJob job, int part) {
        Circuit circuit = job.circuit();
        try (Assignment assignment = job.assignment(part, Work.UNATTENDED)) {
            assertThat(assignment.publicInputs(circuit.inputs() - 1)).isEqualTo(job.publicInputs(part));
            assertThat(new RowProducts(circuit)
                            .with(assignment.values(), Work.UNATTENDED)
                            .firstUnsatisfied(Work.UNATTENDED))
                    .as("first broken row, seed %d", SEED)
                    .isEmpty();
        }
    }
}
