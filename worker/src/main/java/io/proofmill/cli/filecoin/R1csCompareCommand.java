package io.proofmill.cli.filecoin;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.groth16.InputFile;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.RowDigest;
import io.proofmill.r1cs.RowDigestComparison;
import io.proofmill.r1cs.RowDigestText;
import io.proofmill.r1cs.RowText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code proofmill r1cs compare}: where two circuits part. Exit code 0 when they are equal, 1 when not. */
@Command(
        name = "compare",
        description =
                "Compare two circuits: digest files or circuit names. Names the first block of rows that differs.",
        mixinStandardHelpOptions = true)
public final class R1csCompareCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A", description = "Digest file or circuit name.")
    private String left;

    @Parameters(index = "1", paramLabel = "B", description = "Digest file or circuit name.")
    private String right;

    @Option(names = "--row", description = "Print this row of A (a circuit name) in readable form.")
    private Long row;

    @Override
    public Integer call() throws IOException {
        if (row != null) {
            spec.commandLine().getOut().println(RowText.print(circuit(left), row));
        }
        RowDigest given = fromFile(right) ? read(right) : null;
        RowDigest ours = fromFile(left) ? read(left) : RowDigest.of(circuit(left), interval(given));
        RowDigest theirs = given != null ? given : RowDigest.of(circuit(right), ours.interval());
        List<String> differences = RowDigestComparison.differences(ours, theirs);
        differences.forEach(spec.commandLine().getOut()::println);
        if (differences.isEmpty()) {
            spec.commandLine().getOut().println("equal");
        }
        return differences.isEmpty() ? 0 : 1;
    }

    private static long interval(RowDigest given) {
        return given == null ? 1024 : given.interval();
    }

    private static boolean fromFile(String name) {
        return !name.startsWith(FilecoinCircuit.PREFIX);
    }

    private static RowDigest read(String file) throws IOException {
        InputFile input = new InputFile(Path.of(file));
        return RowDigestText.parse(input.name(), new String(input.read(), StandardCharsets.UTF_8));
    }

    private static Circuit circuit(String name) {
        if (fromFile(name)) {
            throw new BadInputException(
                    ReasonCode.USAGE, "a row is printed of a circuit that is named, such as filecoin/porep-2KiB");
        }
        return FilecoinCircuit.of(name).build();
    }
}
