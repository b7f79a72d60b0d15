package io.proofmill.cli.files;

import io.proofmill.circom.Wtns;
import io.proofmill.circom.Zkey;
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
import io.proofmill.math.Work;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill bench proof}: how long a proof takes in a worker that has made some already. */
@Command(
        name = "proof",
        description = "Time proofs of one circuit in a warm process: median, spread, stages.",
        mixinStandardHelpOptions = true)
public final class BenchProofCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--zkey", required = true, description = "Proving key.")
    private Path zkey;

    @Option(names = "--wtns", required = true, description = "Witness.")
    private Path wtns;

    @Option(names = "--runs", defaultValue = "7", description = "Timed proofs; default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(names = "--warm-up", defaultValue = "5", description = "Proofs before them; default: ${DEFAULT-VALUE}.")
    private int warmUp;

    @Option(
            names = "--backend",
            defaultValue = "auto",
            description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
    private Backend backend;

    @Option(names = "--json", description = "Write the figures as JSON to this file too.")
    private Path json;

    @Override
    public Integer call() throws IOException {
        try (Zkey key = Zkey.open(zkey);
                Assignment assignment = Wtns.read(wtns)) {
            ProvingKey provingKey = key.provingKey();
            Prover prover = backend.open();
            for (int i = 0; i < warmUp; i++) {
                prove(prover, provingKey, key.verifyingKey(), assignment, new PhaseTimes());
            }
            List<Run> timed = new ArrayList<>();
            for (int i = 0; i < runs; i++) {
                PhaseTimes phases = new PhaseTimes();
                timed.add(new Run(prove(prover, provingKey, key.verifyingKey(), assignment, phases), phases.seconds()));
            }
            show(timed);
        }
        return 0;
    }

    /**
     * One timed proof.
     *
     * @param seconds without the check that followed
     */
    private record Run(double seconds, Map<String, Double> phases) {}

    private double prove(
            Prover prover, ProvingKey key, VerifyingKey verifyingKey, Assignment assignment, PhaseTimes phases) {
        SecureRandom random = new SecureRandom();
        Blinding blinding = Blinding.random(key.shape().curve(), random);
        long start = System.nanoTime();
        Proof proof = prover.prove(key, assignment, blinding, phases, Work.UNATTENDED);
        double seconds = (System.nanoTime() - start) / 1e9;
        Claim claim = new Claim(assignment.publicInputs(verifyingKey.publicInputs()), proof);
        if (!new PairingVerifier(random).verify(verifyingKey, claim)) {
            throw new ProofmillException(ReasonCode.SELF_CHECK_FAILED, "a timed proof does not verify");
        }
        return seconds;
    }

    private void show(List<Run> timed) throws IOException {
        List<Double> seconds = timed.stream().map(Run::seconds).sorted().toList();
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("runs", timed.size());
        figures.put("medianSeconds", median(seconds));
        figures.put("minSeconds", seconds.getFirst());
        figures.put("maxSeconds", seconds.getLast());
        Map<String, Double> phases = new LinkedHashMap<>();
        for (String phase : timed.getFirst().phases().keySet()) {
            phases.put(
                    phase,
                    median(timed.stream()
                            .map(run -> run.phases().get(phase))
                            .sorted()
                            .toList()));
        }
        figures.put("medianPhaseSeconds", phases);
        PrintWriter console = spec.commandLine().getOut();
        console.printf(
                "proof: median %.3f s, min %.3f s, max %.3f s over %d runs%n",
                median(seconds), seconds.getFirst(), seconds.getLast(), timed.size());
        phases.forEach((phase, value) -> console.printf("  %-10s %.3f s%n", phase, value));
        console.flush();
        if (json != null) {
            Files.writeString(json, JsonOutput.write(figures));
        }
    }

    private static double median(List<Double> sorted) {
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
