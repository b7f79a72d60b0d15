package io.proofmill.cli.fleet;

import io.proofmill.cli.config.DurationText;
import java.time.Duration;
import picocli.CommandLine.Option;

/** {@code --since}: how much of the past a command reads from the events topic. */
final class SinceOption {
    @Option(
            names = "--since",
            paramLabel = "DURATION",
            defaultValue = "6h",
            converter = DurationText.class,
            description = "How far back events are read. Default: ${DEFAULT-VALUE}.")
    private Duration since;

    Duration duration() {
        return since;
    }
}
