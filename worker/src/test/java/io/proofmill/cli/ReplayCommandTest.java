package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ReplayCommandTest {
    /** At night a forgotten option would send months of letters. */
    @Test
    void nothing_is_replayed_before_it_is_said_which_letters() {
        StringWriter err = new StringWriter();
        int code = Main.commandLine()
                .setErr(new PrintWriter(err, true))
                .execute("replay", "--to-circuit", "new", "--bootstrap", "127.0.0.1:1");
        assertThat(code).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("USAGE: say which letters")
                .contains("--all")
                .hasLineCount(1);
    }
}
