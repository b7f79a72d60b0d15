package io.proofmill.cli.bench;

import com.sun.management.OperatingSystemMXBean;
import io.proofmill.circom.Wtns;
import io.proofmill.circom.Zkey;
import io.proofmill.cli.files.Backend;
import io.proofmill.cli.files.JsonOption;
import io.proofmill.gpu.GpuProver;
import io.proofmill.gpu.bench.BenchDevice;
import io.proofmill.gpu.bench.Mix;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.PhaseTimes;
import io.proofmill.groth16.Proof;
import io.proofmill.groth16.Prover;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.CurveId;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill bench proof}: how long a proof takes in a worker that has made some already. */
@Command(
        name = "proof",
        description =
                "Time proofs of one circuit in a warm process: median, spread, stages; on a GPU beside what its measured "
                        + "ceilings allow.",
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

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException {
        try (Zkey key = Zkey.open(zkey);
                Assignment assignment = Wtns.read(wtns)) {
            ProvingKey provingKey = key.provingKey();
            Prover prover = backend.open();
            Optional<Yardstick> yardstick = yardstick(prover, provingKey.shape().curve());
            for (int i = 0; i < warmUp; i++) {
                prove(prover, provingKey, key.verifyingKey(), assignment);
            }
            List<Run> timed = new ArrayList<>();
            for (int i = 0; i < runs; i++) {
                timed.add(prove(prover, provingKey, key.verifyingKey(), assignment));
            }
            show(timed, yardstick, provingKey, assignment);
        }
        return 0;
    }

    /** The ceilings of the first device that the prover uses, measured before the prover takes its memory; none for the processor. */
    private Optional<Yardstick> yardstick(Prover prover, CurveId curve) {
        if (!(prover instanceof GpuProver gpus)) {
            return Optional.empty();
        }
        try (BenchDevice bench =
                BenchDevice.open(gpus.devices().getFirst().device().ordinal())) {
            return Optional.of(
                    Yardstick.measure(bench, curve, json.text(spec.commandLine().getOut())));
        }
    }

    /**
     * One timed proof, without the check that followed.
     *
     * @param cpuSeconds of all threads of the process; on a machine with other work it says more than the clock
     */
    private record Run(double seconds, double cpuSeconds, Map<String, Double> phases) {}

    private static Run prove(Prover prover, ProvingKey key, VerifyingKey verifyingKey, Assignment assignment) {
        SecureRandom random = new SecureRandom();
        Blinding blinding = Blinding.random(key.shape().curve(), random);
        PhaseTimes phases = new PhaseTimes();
        long start = System.nanoTime();
        long cpuStart = cpuNanos();
        Proof proof = prover.prove(key, assignment, blinding, phases, Work.UNATTENDED);
        Run run = new Run((System.nanoTime() - start) / 1e9, (cpuNanos() - cpuStart) / 1e9, phases.seconds());
        Claim claim = new Claim(assignment.publicInputs(verifyingKey.publicInputs()), proof);
        if (!new PairingVerifier(random).verify(verifyingKey, claim)) {
            throw new ProofmillException(ReasonCode.SELF_CHECK_FAILED, "a timed proof does not verify");
        }
        return run;
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private void show(List<Run> timed, Optional<Yardstick> yardstick, ProvingKey key, Assignment assignment)
            throws IOException {
        List<Double> seconds = timed.stream().map(Run::seconds).sorted().toList();
        Map<String, Object> figures = new LinkedHashMap<>();
        yardstick.ifPresent(measured -> figures.putAll(measured.header()));
        figures.put("runs", timed.size());
        figures.put("medianSeconds", median(seconds));
        figures.put("minSeconds", seconds.getFirst());
        figures.put("maxSeconds", seconds.getLast());
        double cpuSeconds = median(timed.stream().map(Run::cpuSeconds).sorted().toList());
        figures.put("medianCpuSeconds", cpuSeconds);
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
        PrintWriter console = json.text(spec.commandLine().getOut());
        console.printf(
                "proof: median %.6f s, min %.6f s, max %.6f s, processor time %.3f s over %d runs%n",
                median(seconds), seconds.getFirst(), seconds.getLast(), cpuSeconds, timed.size());
        yardstick.ifPresent(measured -> {
            double floor = measured.floors().proof(key, measured.device(), Mix.of(assignment)) / 1e3;
            figures.put("floorSeconds", floor);
            figures.put("ratioToFloor", median(seconds) / floor);
            console.printf("  floor %.6f s by the ceilings, ratio %.2f%n", floor, median(seconds) / floor);
        });
        phases.forEach((phase, value) -> console.printf("  %-10s %.6f s%n", phase, value));
        console.flush();
        json.write(spec.commandLine().getOut(), figures);
    }

    private static double median(List<Double> sorted) {
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
