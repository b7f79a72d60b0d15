package io.proofmill.cli.filecoin;

import io.proofmill.filecoin.ProofJob;
import io.proofmill.groth16.InputFile;
import io.proofmill.math.Work;
import io.proofmill.r1cs.Circuit;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A statement and the vanilla proofs for it. */
final class JobOptions {
    @Mixin
    private StatementOptions statement;

    @Option(
            names = "--vanilla",
            required = true,
            arity = "1..*",
            description = "PoRep: the C1 output; PoSt: one file a sector; SnapDeals: one file a part.")
    private List<Path> vanilla;

    StatementOptions statement() {
        return statement;
    }

    /** All that is read, another file too. */
    List<Path> files(Path other) {
        List<Path> files = new ArrayList<>(vanilla);
        files.add(statement.publicFile());
        files.add(other);
        return files;
    }

    /** Reads and checks everything. */
    ProofJob read(Circuit circuit) throws IOException {
        List<ProofJob.Vanilla> files = new ArrayList<>();
        for (Path file : vanilla) {
            InputFile input = new InputFile(file);
            files.add(new ProofJob.Vanilla(input.name(), MemorySegment.ofArray(input.read())));
        }
        return ProofJob.read(statement.statement(), circuit, files, Work.UNATTENDED);
    }
}
