package io.proofmill.cli.files;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Option;

/** {@code --json}: the answer for a program, in place of the text or, with a file's name, beside it. */
public final class JsonOption {
    private static final String STANDARD_OUTPUT = "-";

    @Option(
            names = "--json",
            paramLabel = "FILE",
            arity = "0..1",
            fallbackValue = STANDARD_OUTPUT,
            description = "Prints the answer as JSON in place of text; with FILE, writes it there and prints the text.")
    private String target;

    /** Whether JSON takes the place of the text. */
    public boolean replacesText() {
        return STANDARD_OUTPUT.equals(target);
    }

    /** Where the text for people goes: nowhere, if JSON takes its place. */
    public PrintWriter text(PrintWriter out) {
        return replacesText() ? new PrintWriter(Writer.nullWriter()) : out;
    }

    /** Writes the answer to where it was asked for, if it was. */
    public void write(PrintWriter out, Object tree) throws IOException {
        if (replacesText()) {
            out.print(JsonOutput.write(tree));
            out.flush();
        } else if (target != null) {
            OutputFiles.write(Map.of(Path.of(target), JsonOutput.write(tree).getBytes(StandardCharsets.UTF_8)));
        }
    }

    /** Like {@link #write}, but one line for each of many answers. */
    public void writeLine(PrintWriter out, Object tree) throws IOException {
        if (replacesText()) {
            out.println(JsonOutput.line(tree));
            out.flush();
        } else {
            write(out, tree);
        }
    }
}
