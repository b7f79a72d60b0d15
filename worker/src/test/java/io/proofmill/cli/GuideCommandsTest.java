package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The commands of the guides, as they stand there. */
class GuideCommandsTest {
    private static final Path DOCS = Path.of("../docs");

    /** Every line of the guides' console blocks. */
    static List<String> commands() throws IOException {
        List<String> commands = new ArrayList<>();
        for (String guide : new String[] {"operators-guide.md", "event-reader.md"}) {
            boolean inConsole = false;
            for (String line : Files.readAllLines(DOCS.resolve(guide))) {
                if (line.startsWith("```")) {
                    inConsole = line.equals("```console");
                } else if (inConsole) {
                    commands.add(line);
                }
            }
        }
        assertThat(commands).hasSizeGreaterThan(15);
        return commands;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void every_command_of_the_guides_is_one_that_the_command_line_understands(String command) {
        String[] words = command.split(" +");
        assertThat(words[0]).isEqualTo("proofmill");
        CommandLine line = Main.commandLine();
        assertThatCode(() ->
                        line.parseArgs(List.of(words).subList(1, words.length).toArray(String[]::new)))
                .as(command)
                .doesNotThrowAnyException();
    }
}
