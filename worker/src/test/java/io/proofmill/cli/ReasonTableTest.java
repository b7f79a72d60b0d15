package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReasonTableTest {
    private static final Path PAGE = Path.of("../docs/reason-codes.md");

    /** To remake the page after a change of the codes: mvn test -Dtest=ReasonTableTest -Dremake=true. */
    @Test
    void the_page_of_reason_codes_is_the_code_s_own_table() throws IOException {
        if (Boolean.getBoolean("remake")) {
            Files.writeString(PAGE, ReasonTable.markdown());
        }
        assertThat(PAGE).hasContent(ReasonTable.markdown());
    }
}
