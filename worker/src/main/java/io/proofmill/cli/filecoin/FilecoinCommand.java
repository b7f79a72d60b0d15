package io.proofmill.cli.filecoin;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code proofmill filecoin}: Filecoin's proofs from files. */
@Command(
        name = "filecoin",
        description = "PoRep C2, WindowPoSt, WinningPoSt and SnapDeals from files.",
        mixinStandardHelpOptions = true,
        subcommands = {
            FilecoinProveCommand.class,
            FilecoinVerifyCommand.class,
            FilecoinAssignmentCommand.class,
            FilecoinInspectCommand.class,
            FilecoinSampleCommand.class
        })
public final class FilecoinCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "which of its commands: prove, verify, assignment, inspect or sample?");
    }
}
