package io.proofmill.r1cs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowDigestTextTest {
    private static final RowDigest DIGEST = new RowDigest(
            new CircuitCounts("toy", 1, 2, 3, 4, 5, 6, 7, 8, 9), "ab".repeat(32), 2, List.of(new Checkpoint(2, 77)));
    private static final String TEXT = RowDigestText.print(DIGEST, true);

    @Test
    void what_is_printed_is_read() {
        assertThat(RowDigestText.parse("toy.txt", TEXT)).isEqualTo(DIGEST);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "inputs: 1 | inputs: many | inputs should be a number, found 'many'",
                "aux: 2 | aux: 99999999999999999999 | aux should be a number",
                "interval: 2 | interval: 0 | interval should be at least 1, found 0",
                "r1cs_sha256 | sha | no line 'r1cs_sha256: '",
                "circuit | name | no line 'circuit: '",
                "row 2 | row two | 'row two: 000000000000004d' is no checkpoint",
                "000000000000004d | zz | 'row 2: zz' is no checkpoint"
            })
    void a_line_that_is_none_is_named(String line, String instead, String complaint) {
        assertThatThrownBy(() -> RowDigestText.parse("toy.txt", TEXT.replace(line, instead)))
                .isInstanceOfSatisfying(
                        BadInputException.class, e -> assertThat(e.reason()).isEqualTo(ReasonCode.MALFORMED_FILE))
                .hasMessageStartingWith("toy.txt is not the digest of a circuit's rows: ")
                .hasMessageContaining(complaint);
    }
}
