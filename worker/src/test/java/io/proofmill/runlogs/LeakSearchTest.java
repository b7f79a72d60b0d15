package io.proofmill.runlogs;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.circom.CircomFixture;
import io.proofmill.groth16.Assignment;
import io.proofmill.math.CurveId;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeakSearchTest {
    private static final LeakSearch SEARCH = LeakSearch.forPlanted();

    @Test
    void a_planted_text_is_found_as_it_is_and_in_a_header_of_basic_authorization() {
        assertFound("sasl.jaas.config = ...PlainLoginModule password=\"" + PlantedSecrets.KAFKA_PASSWORD + "worker\";");
        assertFound("GET /in/witness?token=" + PlantedSecrets.PAYLOAD_TOKEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"u:", "us:", "use:", "worker:"})
    void a_planted_text_is_found_wherever_in_base64_it_begins(String before) {
        assertFound("Authorization: Basic "
                + base64((before + PlantedSecrets.REGISTRY_PASSWORD).getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void a_private_number_is_found_in_decimal_and_in_hexadecimal_of_either_order_also_within_a_dump() {
        BigInteger number = PlantedSecrets.PRIVATE_INPUT;
        byte[] bytes = number.toByteArray();
        assertFound("{\"a\": \"" + number + "\"}");
        assertFound("a is 0x" + number.toString(16).toUpperCase(Locale.ROOT));
        assertFound("01000000000000000000" + HexFormat.of().formatHex(reversed(bytes)) + "0000");
    }

    @Test
    void a_value_that_only_the_witness_of_a_fixture_has_is_found() {
        CircomFixture chain = new CircomFixture(CurveId.BLS12_381, "chain");
        try (Assignment witness = chain.assignment()) {
            assertFound("wire 200 is " + witness.value(200));
        }
    }

    @Test
    void a_witness_file_is_found_raw_escaped_in_hexadecimal_and_in_base64() {
        byte[] file = new CircomFixture(CurveId.BN254, "multiplier").bytes("witness.wtns");
        assertFound("inline: "
                + new String(file, StandardCharsets.ISO_8859_1)
                        .lines()
                        .findFirst()
                        .orElseThrow());
        assertFound("{\"inline\": {\"bytes\": \"wtns\\u0002\\u0000");
        assertFound(HexFormat.of().formatHex(file));
        assertFound(base64(file));
    }

    @Test
    void what_everybody_may_know_is_no_leak() {
        CircomFixture chain = new CircomFixture(CurveId.BN254, "chain");
        assertThat(SEARCH.leakIn("proved chain, public signals " + chain.publicSignals()))
                .isEmpty();
        assertThat(SEARCH.leakIn("job 6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d took 12 ms"))
                .isEmpty();
        assertThat(SEARCH.leakIn("payload kind witness.wtns, sasl.jaas.config = [hidden]"))
                .isEmpty();
    }

    private static void assertFound(String line) {
        assertThat(SEARCH.leakIn(line)).as(line).isPresent();
    }

    private static byte[] reversed(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
