package io.proofmill.cli.files;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code proofmill keys}: look at and make circuits' files. */
@Command(
        name = "keys",
        description = "Inspect circuit files; make development keys.",
        mixinStandardHelpOptions = true,
        subcommands = {KeysInspectCommand.class, KeysSetupCommand.class})
public final class KeysCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which of its commands: inspect or setup?");
    }
}
