package io.proofmill.cli.filecoin;

import io.proofmill.cli.files.Backend;
import io.proofmill.cli.files.JsonOutput;
import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.ProofJob;
import io.proofmill.filecoin.ProofKind;
import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.format.C1File;
import io.proofmill.filecoin.format.ParamsFile;
import io.proofmill.filecoin.format.PublicFile;
import io.proofmill.filecoin.statement.Statement;
import io.proofmill.filecoin.synthetic.SyntheticProof;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.PhaseTimes;
import io.proofmill.groth16.Proof;
import io.proofmill.groth16.Prover;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.RowProducts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill bench filecoin}: from a sealing pipeline's bytes to a full assignment, at any sector size. */
@Command(
        name = "filecoin",
        description = "Time reading, checking and synthesis of one part of a made-up proof; all rows are checked. "
                + "With a key, proofs too; they are verified.",
        mixinStandardHelpOptions = true)
public final class BenchFilecoinCommand implements Callable<Integer> {
    private static final long SEED = 20261130;

    @Spec
    private CommandSpec spec;

    @Option(names = "--circuit", required = true, description = "Such as filecoin/porep-32GiB.")
    private String circuit;

    @Option(names = "--runs", defaultValue = "3", description = "Syntheses; default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(names = "--params", description = "Proving key: proofs of the part are timed and checked too.")
    private Path params;

    @Option(
            names = "--make-key",
            description = "Make a development key in memory and time whole proofs, all parts, as a worker makes them.")
    private boolean makeKey;

    @Option(
            names = "--assignments",
            defaultValue = "4",
            description = "Parts that may be in memory at a time with --make-key; default: ${DEFAULT-VALUE}.")
    private int assignments;

    @Option(
            names = "--backend",
            defaultValue = "auto",
            description = "Of the proofs: ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
    private Backend backend;

    @Option(names = "--json", description = "Write the figures as JSON to this file too.")
    private Path json;

    private final StepTimes times = new StepTimes();

    @Override
    public Integer call() throws IOException {
        times.writeTo(spec.commandLine().getOut());
        FilecoinCircuit named = FilecoinCircuit.of(circuit);
        SyntheticProof proof = times.time("make", () -> SyntheticProof.of(named, SEED));
        Circuit rows = times.time("build the circuit", named::build);
        if (named.kind() == ProofKind.POREP) {
            readWrapped(proof.vanilla().getFirst().bytes(), named.size());
        }
        ProofJob job = times.time("read and check", () -> job(proof, named, rows));
        for (int run = 1; run <= runs; run++) {
            synthesize(job, rows, run == runs);
        }
        if (params != null) {
            prove(job, rows);
        }
        if (makeKey) {
            new WholeProofBench(named, rows, backend, assignments, times).run(proof, runs);
        }
        times.fact("values", rows.variables());
        times.fact("bytes of the assignment", rows.variables() * Scalars.BYTES);
        times.fact("peak resident bytes", PeakMemory.ofThisProcess());
        if (json != null) {
            Files.writeString(json, JsonOutput.write(times.facts()));
        }
        return 0;
    }

    /** As it comes from curio, streamed. */
    private void readWrapped(byte[] c1, SectorSize size) {
        byte[] wrapped = C1File.wrap(c1, 1, size);
        times.fact("bytes of the wrapped C1", wrapped.length);
        for (int run = 0; run < runs; run++) {
            times.time("read the wrapped C1", () -> C1File.read("the C1 output", new ByteArrayInputStream(wrapped)));
        }
    }

    private void synthesize(ProofJob job, Circuit rows, boolean last) {
        try (Assignment assignment = times.time("synthesize", () -> job.assignment(0, Work.UNATTENDED))) {
            if (last) {
                RowProducts products = new RowProducts(rows);
                OptionalLong broken = times.time(
                        "check all rows",
                        () -> products.with(assignment.values(), Work.UNATTENDED)
                                .firstUnsatisfied(Work.UNATTENDED));
                if (broken.isPresent()) {
                    throw new ProofmillException(
                            ReasonCode.INTERNAL, "row " + broken.getAsLong() + " of " + circuit + " does not hold");
                }
            }
        }
    }

    private void prove(ProofJob job, Circuit rows) {
        SecureRandom random = new SecureRandom();
        VerifyingKey verifyingKey = ParamsFile.verifyingKey(params, rows).verifyingKey();
        Prover prover = backend.open();
        try (ProvingKey key = times.time("open the key", () -> ParamsFile.open(params, rows));
                Assignment assignment = job.assignment(0, Work.UNATTENDED)) {
            for (int run = 0; run < runs; run++) {
                PhaseTimes phases = new PhaseTimes();
                Blinding blinding = Blinding.random(key.shape().curve(), random);
                Proof proof =
                        times.time("prove", () -> prover.prove(key, assignment, blinding, phases, Work.UNATTENDED));
                times.fact("  stages, s", phases.seconds());
                if (!new PairingVerifier(random).verify(verifyingKey, new Claim(job.publicInputs(0), proof))) {
                    throw new ProofmillException(ReasonCode.SELF_CHECK_FAILED, "a timed proof does not verify");
                }
            }
        }
    }

    private static ProofJob job(SyntheticProof proof, FilecoinCircuit named, Circuit rows) {
        byte[] text = proof.publicJson().getBytes(StandardCharsets.UTF_8);
        Statement statement = PublicFile.read("the statement", new ByteArrayInputStream(text), named);
        List<ProofJob.Vanilla> vanilla = proof.vanilla().stream()
                .map(file -> new ProofJob.Vanilla(file.name(), MemorySegment.ofArray(file.bytes())))
                .toList();
        return ProofJob.read(statement, rows, vanilla, Work.UNATTENDED);
    }
}
