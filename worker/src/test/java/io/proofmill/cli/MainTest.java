package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MainTest {
    @Test
    void the_version_is_the_same_line_whether_or_not_the_tree_of_commands_is_read() {
        StringWriter byTree = new StringWriter();
        Main.commandLine().setOut(new PrintWriter(byTree, true)).execute("--version");
        ByteArrayOutputStream direct = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(direct, true, StandardCharsets.UTF_8));
        try {
            assertThat(Main.run("--version")).isZero();
        } finally {
            System.setOut(before);
        }
        assertThat(direct.toString(StandardCharsets.UTF_8))
                .isEqualTo(byTree.toString())
                .startsWith("proofmill 0.");
    }
}
