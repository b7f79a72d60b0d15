package io.proofmill.circom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.ReasonCode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JsonFormsTest {
    private static final CircomFixture MULTIPLIER = new CircomFixture(CurveId.BN254, "multiplier");

    @ParameterizedTest
    @MethodSource("io.proofmill.circom.CircomFixture#all")
    void a_proof_is_written_back_byte_for_byte(CircomFixture fixture) {
        assertThat(ProofJson.write(fixture.proof())).isEqualTo(text(fixture, "proof.json"));
    }

    @ParameterizedTest
    @MethodSource("io.proofmill.circom.CircomFixture#all")
    void public_signals_are_written_back_byte_for_byte(CircomFixture fixture) {
        assertThat(PublicJson.write(fixture.publicSignals())).isEqualTo(text(fixture, "public.json"));
    }

    @ParameterizedTest
    @MethodSource("io.proofmill.circom.CircomFixture#all")
    void a_verification_key_is_written_back_but_for_the_pairing_of_alpha_and_beta(CircomFixture fixture) {
        String theirs = text(fixture, "verification_key.json").replaceAll("(?s) \"vk_alphabeta_12\".*?\n ],\n", "");
        assertThat(VerificationKeyJson.write(fixture.verifyingKey())).isEqualTo(theirs);
    }

    @ParameterizedTest
    @MethodSource("io.proofmill.circom.CircomFixture#all")
    void the_proving_key_holds_the_same_verification_key(CircomFixture fixture) {
        try (Zkey zkey = fixture.zkey()) {
            VerifyingKey key = zkey.verifyingKey();
            assertThat(key.validate()).isEqualTo(fixture.verifyingKey());
        }
    }

    @Test
    void a_proof_without_its_curve_is_read_as_rapidsnark_writes_it() {
        String text = text(MULTIPLIER, "proof.json").replace(",\n \"curve\": \"bn128\"", "");
        assertThat(ProofJson.read("p", bytes(text), CurveId.BN254)).isEqualTo(MULTIPLIER.proof());
    }

    @Test
    void a_proof_of_another_curve_is_refused() {
        refused(
                ReasonCode.CURVE_MISMATCH,
                () -> ProofJson.read("p", MULTIPLIER.bytes("proof.json"), CurveId.BLS12_381));
    }

    @Test
    void a_proof_point_off_the_curve_is_an_invalid_proof() {
        String x = MULTIPLIER.proof().a().coordinates().getFirst().toString();
        String text = text(MULTIPLIER, "proof.json").replaceFirst(x, "1");
        refused(ReasonCode.INVALID_PROOF, () -> ProofJson.read("p", bytes(text), CurveId.BN254));
    }

    @Test
    void members_that_appear_twice_and_text_after_the_end_are_refused() {
        refused(
                ReasonCode.MALFORMED_FILE,
                () -> ProofJson.read("p", bytes("{\"pi_a\": 1, \"pi_a\": 2}"), CurveId.BN254));
        refused(ReasonCode.MALFORMED_FILE, () -> PublicJson.read("p", bytes("[] []")));
        refused(ReasonCode.MALFORMED_FILE, () -> PublicJson.read("p", bytes("")));
        refused(ReasonCode.MALFORMED_FILE, () -> PublicJson.read("p", bytes("[1.5]")));
    }

    @Test
    void inputs_are_flattened_and_members_of_buses_are_named_with_a_dot() {
        InputSignals signals = InputSignals.read(
                "i",
                bytes("{\"a\": [[1, \"2\"], [\"0x1f\", -4]], \"b\": {\"c\": 5}, \"d\": [{\"e\": 6}, {\"e\": 7}]}"));
        assertThat(signals.values())
                .containsOnlyKeys("a", "b.c", "d[0].e", "d[1].e")
                .containsEntry("a", List.of(big(1), big(2), big(31), big(-4)))
                .containsEntry("d[1].e", List.of(big(7)));
    }

    @Test
    void a_signal_that_is_given_in_two_ways_is_refused() {
        refused(ReasonCode.INVALID_REQUEST, () -> InputSignals.read("i", bytes("{\"a\": {\"b\": 1}, \"a.b\": 2}")));
    }

    @Test
    void a_number_of_public_inputs_is_read_in_full() {
        String text = text(MULTIPLIER, "verification_key.json");
        int found = MULTIPLIER.verifyingKey().publicInputs();
        String wrapped = text.replace("\"nPublic\": " + found, "\"nPublic\": " + (found + (1L << 32)));
        assertThat(wrapped).isNotEqualTo(text);
        refused(ReasonCode.MALFORMED_FILE, () -> VerificationKeyJson.read("v", bytes(wrapped)));
    }

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }

    private static void refused(ReasonCode reason, Runnable action) {
        BadInputException failure = catchThrowableOfType(BadInputException.class, action::run);
        assertThat(failure).isNotNull();
        assertThat(failure.reason()).isEqualTo(reason);
    }

    private static String text(CircomFixture fixture, String file) {
        return new String(fixture.bytes(file), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
