package io.proofmill.cli.files;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code proofmill bench}: measurements on this machine. */
@Command(
        name = "bench",
        description = "Measure this machine.",
        mixinStandardHelpOptions = true,
        subcommands = BenchProofCommand.class)
public final class BenchCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which of its commands: proof?");
    }
}
