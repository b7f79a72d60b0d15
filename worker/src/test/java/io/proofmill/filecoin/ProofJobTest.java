package io.proofmill.filecoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.filecoin.circuit.Fixture;
import io.proofmill.filecoin.format.PublicFile;
import io.proofmill.filecoin.statement.Statement;
import io.proofmill.groth16.Assignment;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.RowProducts;
import java.io.ByteArrayInputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProofJobTest {
    private static final Map<String, List<String>> VANILLA = Map.of(
            "porep-2KiB", List.of("c1.json"),
            "window-2KiB", List.of("sector-112679.vanilla.bin", "sector-112680.vanilla.bin"),
            "winning-2KiB", List.of("sector-168397.vanilla.bin"),
            "snap-2KiB", List.of("partition-0.vanilla.bin"));

    @ParameterizedTest
    @ValueSource(strings = {"porep-2KiB", "window-2KiB", "winning-2KiB", "snap-2KiB"})
    void a_real_request_is_accepted_and_its_assignment_satisfies_every_row(String label) {
        Circuit circuit = FilecoinCircuit.of("filecoin/" + label).build();
        ProofJob job = ProofJob.read(
                statement(label, Fixture.text(label + "/public.json")), circuit, vanilla(label), Work.UNATTENDED);
        try (Assignment assignment = job.assignment(0, Work.UNATTENDED)) {
            assertThat(assignment.publicInputs(circuit.inputs() - 1)).isEqualTo(job.publicInputs(0));
            assertThat(new RowProducts(circuit)
                            .with(assignment.values(), Work.UNATTENDED)
                            .firstUnsatisfied(Work.UNATTENDED))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "porep-2KiB, seed, seed",
        "porep-2KiB, comm_r, comm_r",
        "window-2KiB, randomness, the leaf index of inclusion proof 0",
        "window-2KiB, comm_r, comm_r",
        "winning-2KiB, randomness, the leaf index of inclusion proof",
        "snap-2KiB, comm_r_new, comm_r_new",
        "snap-2KiB, comm_d_new, the new data's inclusion proof"
    })
    void a_statement_that_the_vanilla_proof_does_not_show_is_refused(String label, String field, String check) {
        String text = Fixture.text(label + "/public.json");
        int at = text.indexOf('"', text.indexOf("\"" + field + "\": \"") + field.length() + 3) + 1;
        char changed = text.charAt(at) == '1' ? '2' : '1';
        Statement other = statement(label, text.substring(0, at) + changed + text.substring(at + 1));
        Circuit circuit = FilecoinCircuit.of("filecoin/" + label).build();
        assertThatThrownBy(() -> ProofJob.read(other, circuit, vanilla(label), Work.UNATTENDED))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(check)
                .extracting(e -> ((BadInputException) e).reason())
                .isEqualTo(ReasonCode.INVALID_WITNESS);
    }

    @Test
    void a_missing_file_is_refused() {
        Statement statement = statement("window-2KiB", Fixture.text("window-2KiB/public.json"));
        Circuit circuit = FilecoinCircuit.of("filecoin/window-2KiB").build();
        List<ProofJob.Vanilla> one = vanilla("window-2KiB").subList(0, 1);
        assertThatThrownBy(() -> ProofJob.read(statement, circuit, one, Work.UNATTENDED))
                .hasMessage("filecoin/window-2KiB wants 2 vanilla proof files here, not 1");
    }

    private static Statement statement(String label, String text) {
        return PublicFile.read(
                "public.json",
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                FilecoinCircuit.of("filecoin/" + label));
    }

    private static List<ProofJob.Vanilla> vanilla(String label) {
        return VANILLA.get(label).stream()
                .map(file -> new ProofJob.Vanilla(file, MemorySegment.ofArray(Fixture.bytes(label + "/" + file))))
                .toList();
    }
}
