package io.proofmill.cli.worker;

import io.proofmill.cli.config.Configuration;
import io.proofmill.cli.config.WorkerKeys;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code proofmill restart}: stop, then worker, with nothing between them that could go wrong unseen. */
@Command(
        name = "restart",
        description =
                "Ends the worker that holds the state folder of these settings, waits until it is gone, and runs a new"
                        + " one in this process.",
        footer = {"", "Exit codes: those of 'worker'. Under systemd use 'systemctl restart'."},
        mixinStandardHelpOptions = true)
public final class RestartCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private WorkerOptions options;

    @Mixin
    private PidFileOption pidFile;

    @Mixin
    private DrainOption drain;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Configuration configuration = options.read();
        Path folder = Path.of(configuration.get(WorkerKeys.STATE_DIR));
        PrintWriter out = spec.commandLine().getOut();
        out.println(new Stopping(folder)
                .stop(drain.patience(configuration))
                .map(StopCommand::sentence)
                .orElse("no worker holds " + folder));
        out.flush();
        return WorkerCommand.run(configuration, pidFile.file());
    }
}
