package io.proofmill.cli.files;

import io.proofmill.circom.FileDescription;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code proofmill keys inspect}: what a file is. */
@Command(
        name = "inspect",
        description = "Say what a .r1cs, .wtns, .zkey, .wasm or verification_key.json is: curve, sizes, SHA-256.",
        mixinStandardHelpOptions = true)
public final class KeysInspectCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The file.")
    private Path file;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException {
        FileDescription description = FileDescription.of(file);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("file", file.toString());
        fields.put("kind", description.kind());
        fields.putAll(description.facts());
        fields.put("bytes", description.bytes());
        fields.put("sha256", description.sha256());
        PrintWriter console = spec.commandLine().getOut();
        PrintWriter text = json.text(console);
        fields.forEach((name, value) -> text.printf("%-16s %s%n", name, value));
        json.write(console, fields);
        return 0;
    }
}
