package io.proofmill.circom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.proofmill.groth16.Assignment;
import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WitnessCalculatorTest {
    private static final CircomFixture BITS = new CircomFixture(CurveId.BN254, "bits");
    private static final WitnessCalculator CALCULATOR =
            WitnessCalculator.compile("circuit.wasm", BITS.bytes("circuit.wasm"));

    @ParameterizedTest
    @MethodSource("io.proofmill.circom.CircomFixture#all")
    void the_witness_is_snarkjs_witness(CircomFixture fixture) {
        WitnessCalculator calculator = WitnessCalculator.compile("circuit.wasm", fixture.bytes("circuit.wasm"));
        InputSignals inputs = InputSignals.read("input.json", fixture.bytes("input.json"));
        try (Assignment ours = calculator.calculate(inputs, Work.UNATTENDED);
                Assignment theirs = fixture.assignment()) {
            assertThat(ours.curve()).isEqualTo(fixture.curve());
            assertThat(ours.size()).isEqualTo(theirs.size()).isEqualTo(calculator.witnessSize());
            assertThat(ours.values().mismatch(theirs.values())).isEqualTo(-1);
        }
    }

    @Test
    void a_missing_signal_is_refused_with_both_counts() {
        refused("{\"left\": 1}", ReasonCode.INVALID_REQUEST, "set 1 of the circuit's 2 input values");
    }

    @Test
    void an_unknown_signal_is_refused_by_name() {
        refused("{\"left\": 1, \"right\": 2, \"middle\": 3}", ReasonCode.INVALID_REQUEST, "no input signal 'middle'");
    }

    @Test
    void too_many_values_for_a_signal_are_refused_with_both_counts() {
        refused(
                "{\"left\": [1, 2], \"right\": 2}",
                ReasonCode.INVALID_REQUEST,
                "'left' has 2 values, the circuit takes 1");
    }

    @Test
    void inputs_that_break_an_assertion_are_unsatisfied_with_circoms_word_on_where() {
        refused("{\"left\": 4294967296, \"right\": 2}", ReasonCode.UNSATISFIED, "ToBits");
    }

    @Test
    void a_module_that_is_no_witness_calculator_is_refused() {
        byte[] empty = {0, 'a', 's', 'm', 1, 0, 0, 0};
        assertThatThrownBy(() -> WitnessCalculator.compile("x.wasm", empty))
                .isInstanceOfSatisfying(
                        BadInputException.class, e -> assertThat(e.reason()).isEqualTo(ReasonCode.MALFORMED_FILE));
    }

    @Test
    void a_cancelled_calculation_stops() {
        InputSignals inputs = InputSignals.read("input.json", BITS.bytes("input.json"));
        assertThatThrownBy(() -> CALCULATOR.calculate(inputs, () -> true)).isInstanceOf(CancellationException.class);
    }

    private static void refused(String json, ReasonCode reason, String part) {
        InputSignals inputs = InputSignals.read("input.json", json.getBytes(StandardCharsets.UTF_8));
        BadInputException failure =
                catchThrowableOfType(BadInputException.class, () -> CALCULATOR.calculate(inputs, Work.UNATTENDED));
        assertThat(failure).isNotNull();
        assertThat(failure.getMessage()).contains(part);
        assertThat(failure.reason()).isEqualTo(reason);
    }
}
