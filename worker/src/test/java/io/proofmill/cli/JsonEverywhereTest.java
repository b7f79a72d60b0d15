package io.proofmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Every command whose answer a program may want gives it as JSON. */
class JsonEverywhereTest {
    /** Commands without {@code --json}, and why they need none. */
    private static final Map<String, String> NO_ANSWER = Map.ofEntries(
            Map.entry("worker", "runs; its status is /status.json, its log may be JSON"),
            Map.entry("restart", "runs a worker"),
            Map.entry("prove", "writes proof and signals; --report is JSON"),
            Map.entry("filecoin prove", "writes the proof; --report is JSON"),
            Map.entry("filecoin sample", "writes files"),
            Map.entry("filecoin assignment", "prints a digest file, which 'filecoin' reads again"),
            Map.entry("keys setup", "writes files"),
            Map.entry("r1cs digest", "prints a digest file, which 'r1cs compare' reads again"),
            Map.entry("r1cs compare", "its answer is the exit code; the rest is for people"));

    @Test
    void a_command_that_prints_what_a_program_may_want_takes_json() {
        Map<String, CommandLine> leaves = new TreeMap<>();
        collect("", Main.commandLine(), leaves);

        assertThat(leaves).hasSizeGreaterThan(25);
        assertThat(leaves.keySet()).containsAll(NO_ANSWER.keySet());
        assertThat(leaves)
                .allSatisfy((name, command) -> assertThat(takesJson(command))
                        .as("whether '%s' takes --json", name)
                        .isNotEqualTo(NO_ANSWER.containsKey(name)));
    }

    /** Commands that do something: those without commands below them. */
    private static void collect(String name, CommandLine command, Map<String, CommandLine> leaves) {
        if (command.getSubcommands().isEmpty()) {
            leaves.put(name, command);
        }
        command.getSubcommands().forEach((word, below) -> collect((name + " " + word).strip(), below, leaves));
    }

    private static boolean takesJson(CommandLine command) {
        return command.getCommandSpec().options().stream()
                .flatMap(option -> Stream.of(option.names()))
                .anyMatch("--json"::equals);
    }
}
