package io.proofmill.cli.filecoin;

import io.proofmill.cli.files.JsonOption;
import io.proofmill.filecoin.format.FileSummary;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Map<String, Object> summary = FileSummary.of(file);
        PrintWriter text = json.text(out);
        summary.forEach((name, value) -> text.printf("%-18s %s%n", name, value));
        json.write(out, summary);
        return 0;
    }
}
