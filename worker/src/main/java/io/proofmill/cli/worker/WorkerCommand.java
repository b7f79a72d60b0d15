package io.proofmill.cli.worker;

import io.proofmill.cli.Logging;
import io.proofmill.cli.config.ConfigReference;
import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.config.WorkerKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill worker}: takes requests until it is told to end. */
@Command(
        name = "worker",
        description =
                "Takes proof requests from Kafka until it gets SIGTERM or SIGINT, then drains; a second signal ends it at once.",
        footer = {
            "",
            "Under systemd (Type=notify) it says when it is ready, what it waits for and when it stops.",
            "Exit codes: 0 drained, 10 drained but some jobs were handed back to the group, 11 drained because a GPU is lost to"
                    + " this process (start it again), 143 ended at once by a second signal, 2 bad settings or keys, 3"
                    + " surroundings."
        },
        mixinStandardHelpOptions = true)
public final class WorkerCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private WorkerOptions options;

    @Mixin
    private PidFileOption pidFile;

    @Option(names = "--print-config", description = "Prints every setting with its default and what it does, and ends.")
    private boolean printConfig;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (printConfig) {
            spec.commandLine().getOut().print(ConfigReference.toml());
            spec.commandLine().getOut().flush();
            return 0;
        }
        return run(options.read(), pidFile.file());
    }

    /** Runs a worker in this process until its end; returns the exit code. */
    static int run(Configuration configuration, Optional<Path> pidFile) throws IOException, InterruptedException {
        Logging.configure(configuration.get(WorkerKeys.LOG_FORMAT), configuration.get(WorkerKeys.LOG_LEVEL), "warn");
        Worker worker = Worker.start(configuration, System.getenv(), pidFile);
        return new WorkerLife(worker.queue(), worker::close, worker.folder(), System.getenv(), WorkerLife.CLOSING)
                .live(worker::restartWanted);
    }
}
