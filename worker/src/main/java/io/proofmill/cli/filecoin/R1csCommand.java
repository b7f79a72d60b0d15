package io.proofmill.cli.filecoin;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code proofmill r1cs}: constraint systems row by row. */
@Command(
        name = "r1cs",
        description = "Digest a circuit's rows and compare digests.",
        mixinStandardHelpOptions = true,
        subcommands = {R1csDigestCommand.class, R1csCompareCommand.class})
public final class R1csCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which of its commands: digest or compare?");
    }
}
