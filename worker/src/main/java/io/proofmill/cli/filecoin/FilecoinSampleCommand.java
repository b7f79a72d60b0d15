package io.proofmill.cli.filecoin;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.ProofKind;
import io.proofmill.filecoin.statement.PorepVariant;
import io.proofmill.filecoin.synthetic.SyntheticProof;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill filecoin sample}: something to prove at any size, with nothing sealed. */
@Command(
        name = "sample",
        description = "Make up a statement and vanilla proofs that show it, for tests and benchmarks.",
        mixinStandardHelpOptions = true)
public final class FilecoinSampleCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--circuit", required = true, description = "Such as filecoin/porep-32GiB.")
    private String circuit;

    @Option(
            names = "--variant",
            defaultValue = "interactive",
            description =
                    "Who chooses what a PoRep opens: ${COMPLETION-CANDIDATES}; others than the first for 2KiB only.")
    private PorepVariant variant;

    @Option(names = "--seed", defaultValue = "1", description = "Same seed, same files; default: ${DEFAULT-VALUE}.")
    private long seed;

    @Option(names = "--out", required = true, description = "Folder for public.json and the vanilla proofs.")
    private Path out;

    @Override
    public Integer call() throws IOException {
        SyntheticProof proof = make(FilecoinCircuit.of(circuit));
        Files.createDirectories(out);
        Files.writeString(out.resolve("public.json"), proof.publicJson());
        for (SyntheticProof.File file : proof.vanilla()) {
            Files.write(out.resolve(file.name()), file.bytes());
        }
        spec.commandLine()
                .getOut()
                .println("wrote public.json and " + proof.vanilla().size() + " vanilla proofs to " + out);
        return 0;
    }

    private SyntheticProof make(FilecoinCircuit named) {
        if (variant == PorepVariant.INTERACTIVE) {
            return SyntheticProof.of(named, seed);
        }
        if (named.kind() != ProofKind.POREP) {
            throw new BadInputException(ReasonCode.USAGE, "only a PoRep has variants, " + named.name() + " is none");
        }
        return SyntheticProof.porep(named.size(), variant, seed);
    }
}
