package io.proofmill.cli.bench;

import io.proofmill.cli.filecoin.BenchFilecoinCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code proofmill bench}: the group of measurements. */
@Command(
        name = "bench",
        description = "Measure operations and proofs on this machine. Every run's result is checked.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            BenchMsmCommand.class,
            BenchNttCommand.class,
            BenchSpmvCommand.class,
            BenchProofCommand.class,
            BenchDenseCommand.class,
            BenchFilecoinCommand.class
        })
public final class BenchCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
