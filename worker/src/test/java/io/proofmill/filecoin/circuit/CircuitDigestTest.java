package io.proofmill.filecoin.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.RowDigest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every circuit of the network equals bellperson's, row for row. */
class CircuitDigestTest {
    private static final long LARGE = 5_000_000;
    private static final long MATRIX_BOUND = 64L << 20;

    static Stream<FilecoinCircuit> large() {
        return FilecoinCircuit.all().stream()
                .filter(circuit ->
                        RowDigestFixture.read(circuit.label()).counts().constraints() >= LARGE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "porep-2KiB",
                "porep-8MiB",
                "porep-512MiB",
                "snap-2KiB",
                "window-2KiB",
                "window-8MiB",
                "window-512MiB",
                "winning-2KiB",
                "winning-8MiB",
                "winning-512MiB",
                "winning-32GiB",
                "winning-64GiB"
            })
    void a_small_circuit_has_the_rows_of_the_network(String label) {
        matches(FilecoinCircuit.of(FilecoinCircuit.PREFIX + label));
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("large")
    void a_large_circuit_has_the_rows_of_the_network(FilecoinCircuit circuit) {
        matches(circuit);
    }

    @Test
    void the_matrices_of_a_32_GiB_part_fit_in_64_MiB() {
        Circuit circuit = FilecoinCircuit.of("filecoin/porep-32GiB").build();
        assertThat(circuit.matrixBytes()).isLessThanOrEqualTo(MATRIX_BOUND);
        assertThat(circuit.rows()).isEqualTo(130_278_541);
    }

    private static void matches(FilecoinCircuit circuit) {
        RowDigest expected = RowDigestFixture.read(circuit.label());
        assertThat(RowDigest.of(circuit.build(), expected.interval())).isEqualTo(expected);
    }
}
