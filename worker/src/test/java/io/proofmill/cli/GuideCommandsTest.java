package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The commands of the guides, as they stand there. */
class GuideCommandsTest {
    private static final Path DOCS = Path.of("../docs");

    /** A command within a sentence. */
    private static final Pattern QUOTED = Pattern.compile("`(proofmill [^`]+)`");

    /** Every line of the guides' console blocks, and every command that a sentence of theirs or of the runbooks quotes. */
    static Set<String> commands() throws IOException {
        Set<String> commands = new LinkedHashSet<>();
        for (String guide :
                new String[] {"operators-guide.md", "event-reader.md", "runbooks.md", "deploy.md", "status.md"}) {
            boolean inConsole = false;
            for (String line : Files.readAllLines(DOCS.resolve(guide))) {
                if (line.startsWith("```")) {
                    inConsole = line.equals("```console");
                } else if (inConsole && line.startsWith("proofmill ")) {
                    commands.add(line);
                }
                QUOTED.matcher(line).results().forEach(quoted -> commands.add(quoted.group(1)));
            }
        }
        assertThat(commands).hasSizeGreaterThan(25);
        return commands;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void every_command_of_the_guides_is_one_that_the_command_line_understands(String command) {
        String[] words = command.split(" +");
        CommandLine line = Main.commandLine();
        assertThatCode(() ->
                        line.parseArgs(List.of(words).subList(1, words.length).toArray(String[]::new)))
                .as(command)
                .doesNotThrowAnyException();
    }
}
