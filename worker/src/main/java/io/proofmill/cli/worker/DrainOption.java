package io.proofmill.cli.worker;

import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.config.DurationText;
import io.proofmill.cli.config.WorkerKeys;
import java.time.Duration;
import picocli.CommandLine.Option;

/** {@code --drain}: how long a worker may take to drain before it is ended at once. */
final class DrainOption {
    /** A drain ends with the last commit and the devices freed: that takes its time beyond the budget. */
    private static final Duration BEYOND_BUDGET = Duration.ofSeconds(90);

    @Option(
            names = "--drain",
            paramLabel = "DURATION",
            converter = DurationText.class,
            description = "How long to wait for the drain. Default: worker.drain-budget and a minute and a half.")
    private Duration drain;

    /** The time asked for, or what the worker's settings make of it. */
    Duration patience(Configuration configuration) {
        return drain != null
                ? drain
                : configuration.get(WorkerKeys.DRAIN_BUDGET).plus(BEYOND_BUDGET);
    }
}
