package io.proofmill.runlogs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** After all other integration tests, in an execution of its own: none of what they planted is in anything that they, their workers, brokers and commands have logged. */
@Tag("run-logs")
class RunLogsIT {
    /** What each of the main tests certainly says. */
    private static final Map<String, String> SAID = Map.of(
            "io.proofmill.queue.WorkerDeathIT", "Assigned ",
            "io.proofmill.queue.RebalanceIT", "Giving up ",
            "io.proofmill.chaos.ChaosIT", "chaos seed ",
            "io.proofmill.cli.SecuredBrokerIT", "proved multiplier",
            "io.proofmill.cli.QueueCommandsIT", "UNKNOWN_CIRCUIT",
            "io.proofmill.cli.FleetCommandsIT", "Assigned ");

    /** What each of these processes certainly says. */
    private static final Map<String, String> SAID_BY_PROCESSES = Map.of(
            "WorkerProcess", "Assigned ",
            "SecuredBrokerIT", "proved multiplier",
            "StopIT", "======== worker w1 starts",
            "worker-w1", "Assigned ",
            "broker-1", "controller activation");

    @Test
    void no_secret_and_nothing_of_a_witness_is_in_any_log_of_the_run() throws IOException {
        LeakSearch search = LeakSearch.forPlanted();
        List<String> leaks = new ArrayList<>();
        for (Path file : RunLogs.all()) {
            try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
                lines.forEach(
                        line -> search.leakIn(line).ifPresent(what -> leaks.add(file + ": " + what + ": " + line)));
            }
        }
        assertThat(leaks).isEmpty();
    }

    @Test
    void the_logs_of_the_run_are_there() throws IOException {
        Assumptions.assumeTrue(
                Optional.ofNullable(System.getProperty("it.test")).orElse("").isEmpty(), "only some tests were run");
        for (Map.Entry<String, String> said : SAID.entrySet()) {
            assertThat(RunLogs.of(said.getKey()))
                    .content(StandardCharsets.ISO_8859_1)
                    .contains(said.getValue());
        }
        for (Map.Entry<String, String> said : SAID_BY_PROCESSES.entrySet()) {
            assertThat(RunLogs.ofProcesses(said.getKey()))
                    .as("processes named " + said.getKey())
                    .anySatisfy(file -> assertThat(file)
                            .content(StandardCharsets.ISO_8859_1)
                            .contains(said.getValue()));
        }
    }
}
