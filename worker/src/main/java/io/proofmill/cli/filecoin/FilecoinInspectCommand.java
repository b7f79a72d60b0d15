package io.proofmill.cli.filecoin;

import io.proofmill.filecoin.format.FileSummary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code proofmill filecoin inspect}: what a file is. */
@Command(
        name = "inspect",
        description = "Say what a vanilla proof, C1 output, .params, .vk or proof is.",
        mixinStandardHelpOptions = true)
public final class FilecoinInspectCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The file.")
    private Path file;

    @Override
    public Integer call() throws IOException {
        FileSummary.of(file)
                .forEach((name, value) -> spec.commandLine().getOut().printf("%-18s %s%n", name, value));
        return 0;
    }
}
