package io.proofmill.filecoin.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.circuit.Fixture;
import io.proofmill.filecoin.format.PublicFile;
import io.proofmill.filecoin.vanilla.Node;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PublicInputsTest {
    private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");

    @ParameterizedTest
    @ValueSource(strings = {"porep-2KiB", "window-2KiB", "winning-2KiB", "snap-2KiB"})
    void inputs_follow_from_what_a_verifier_knows(String label) {
        FilecoinCircuit circuit = FilecoinCircuit.of("filecoin/" + label);
        Statement statement = PublicFile.read("public.json", Fixture.stream(label + "/public.json"), circuit);
        List<Node> expected = HEX.matcher(Fixture.text(label + "/inputs.json"))
                .results()
                .map(match -> Node.ofHex(match.group()))
                .toList();
        assertThat(statement.publicInputs()).containsExactly(expected);
    }
}
