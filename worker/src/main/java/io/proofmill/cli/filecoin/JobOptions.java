package io.proofmill.cli.filecoin;

import io.proofmill.filecoin.ProofJob;
import io.proofmill.math.Work;
import io.proofmill.r1cs.Circuit;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
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

    /** Reads and checks everything. */
    ProofJob read(Circuit circuit) throws IOException {
        List<ProofJob.Vanilla> files = new ArrayList<>();
        for (Path file : vanilla) {
            files.add(new ProofJob.Vanilla(
                    file.getFileName().toString(), MemorySegment.ofArray(Files.readAllBytes(file))));
        }
        return ProofJob.read(statement.statement(), circuit, files, Work.UNATTENDED);
    }
}
