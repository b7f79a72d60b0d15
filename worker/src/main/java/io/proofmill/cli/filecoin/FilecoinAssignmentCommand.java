package io.proofmill.cli.filecoin;

import io.proofmill.filecoin.ProofJob;
import io.proofmill.groth16.Assignment;
import io.proofmill.math.Work;
import io.proofmill.r1cs.AssignmentDigest;
import io.proofmill.r1cs.AssignmentDigestText;
import io.proofmill.r1cs.Circuit;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill filecoin assignment}: the digest of a full assignment. */
@Command(
        name = "assignment",
        description = "Synthesize a part and print the digest of its values.",
        mixinStandardHelpOptions = true)
public final class FilecoinAssignmentCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private JobOptions job;

    @Option(names = "--part", defaultValue = "0", description = "Which part; default: ${DEFAULT-VALUE}.")
    private int part;

    @Option(names = "--interval", defaultValue = "1024", description = "Values between checkpoints.")
    private long interval;

    @Override
    public Integer call() throws IOException {
        Circuit circuit = job.statement().circuit().build();
        ProofJob read = job.read(circuit);
        try (Assignment assignment = read.assignment(part, Work.UNATTENDED)) {
            AssignmentDigest digest = AssignmentDigest.of(circuit, assignment.values(), interval);
            spec.commandLine().getOut().print(AssignmentDigestText.print(digest));
        }
        spec.commandLine().getOut().flush();
        return 0;
    }
}
