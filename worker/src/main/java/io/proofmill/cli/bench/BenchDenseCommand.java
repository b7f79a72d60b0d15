package io.proofmill.cli.bench;

import io.proofmill.gpu.GpuProver;
import io.proofmill.gpu.bench.BenchDevice;
import io.proofmill.gpu.bench.DenseTrial;
import io.proofmill.gpu.bench.Timings;
import io.proofmill.gpu.msm.MsmDevice;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.Phase;
import io.proofmill.groth16.PhaseTimes;
import io.proofmill.groth16.Proof;
import io.proofmill.groth16.Prover;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.io.IOException;
import java.io.PrintWriter;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code proofmill bench dense}: whole proofs of a circuit of any size that needs no key file. */
@Command(
        name = "dense",
        description = "Time whole proofs of a circuit of any size, from the witness in host memory to the proof. "
                + "Its key is made first, on the GPU where there is one. Every proof is verified.",
        mixinStandardHelpOptions = true)
public final class BenchDenseCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private BenchOptions options;

    @Mixin
    private TrialOptions trials;

    @Option(
            names = "--jobs",
            defaultValue = "1",
            description = "Proofs at a time in a batch after the single ones; default: ${DEFAULT-VALUE}, no batch.")
    private int jobs;

    @Override
    public Integer call() throws IOException {
        PrintWriter console = spec.commandLine().getOut();
        for (int log : options.logSizes()) {
            measure(log, console);
        }
        options.finish();
        return 0;
    }

    private void measure(int log, PrintWriter console) {
        MsmDevice shape = ceilings(console);
        long start = System.nanoTime();
        try (DenseTrial trial = trials.make(log)) {
            console.printf(
                    Locale.ROOT,
                    "%s %s 2^%d: key of %d MiB and witness made in %.1f s%n",
                    trials.circuit(),
                    trials.curve(),
                    log,
                    trial.keyBytes() >> 20,
                    (System.nanoTime() - start) / 1e9);
            console.flush();
            Prover prover = trials.open();
            long first = System.nanoTime();
            prove(prover, trial, new PhaseTimes());
            console.printf(Locale.ROOT, "first proof, key load included: %.2f s%n", (System.nanoTime() - first) / 1e9);
            console.flush();
            PhaseTimes[] last = new PhaseTimes[1];
            Timings timings = Timings.measure(options.warmUp(), options.runs(), () -> {
                last[0] = new PhaseTimes();
                return prove(prover, trial, last[0]);
            });
            show(log, trial, shape, prover, timings, last[0], console);
            if (jobs > 1) {
                batch(log, prover, trial, console);
            }
            if (prover instanceof GpuProver gpus) {
                gpus.forget(trial.key());
                gpus.close();
            }
        }
    }

    private MsmDevice ceilings(PrintWriter console) {
        try (BenchDevice device = options.open(trials.curve(), console)) {
            return MsmDevice.of(device.device());
        }
    }

    /** Milliseconds to the proof; the check that follows is not in it. */
    private static double prove(Prover prover, DenseTrial trial, PhaseTimes phases) {
        SecureRandom random = new SecureRandom();
        Blinding blinding = Blinding.random(trial.key().shape().curve(), random);
        long start = System.nanoTime();
        Proof proof = prover.prove(trial.key(), trial.assignment(), blinding, phases, Work.UNATTENDED);
        double milliseconds = (System.nanoTime() - start) / 1e6;
        Claim claim =
                new Claim(trial.assignment().publicInputs(trial.verifyingKey().publicInputs()), proof);
        if (!new PairingVerifier(random).verify(trial.verifyingKey(), claim)) {
            throw new ProofmillException(ReasonCode.SELF_CHECK_FAILED, "a timed proof does not verify");
        }
        return milliseconds;
    }

    /** Several proofs at a time: one computes while another copies and is put together. */
    private void batch(int log, Prover prover, DenseTrial trial, PrintWriter console) {
        int proofs = jobs * options.runs();
        // Every device gets the key before the clock starts.
        proveAll(prover, trial, Stream.generate(PhaseTimes::new).limit(jobs).toList());
        List<PhaseTimes> phases = Stream.generate(PhaseTimes::new).limit(proofs).toList();
        long start = System.nanoTime();
        proveAll(prover, trial, phases);
        double milliseconds = (System.nanoTime() - start) / 1e6;
        int devices = prover instanceof GpuProver gpus ? gpus.devices().size() : 1;
        double busy = phases.stream()
                        .mapToDouble(BenchDenseCommand::deviceMilliseconds)
                        .sum()
                / devices;
        console.printf(
                Locale.ROOT,
                "batch %s %s 2^%d: %d proofs, %d at a time on %d devices, verified: %.1f ms a proof, GPU idle %.1f %%%n",
                trials.circuit(),
                trials.curve(),
                log,
                proofs,
                jobs,
                devices,
                milliseconds / proofs,
                100 * (1 - busy / milliseconds));
        console.flush();
        Map<String, Object> row = row("batch of proofs", log);
        row.put("jobs", jobs);
        row.put("devices", devices);
        row.put("gpuIdleShare", 1 - busy / milliseconds);
        options.add(row, new Timings(List.of(milliseconds / proofs)));
    }

    private void proveAll(Prover prover, DenseTrial trial, List<PhaseTimes> phases) {
        try (ExecutorService workers = Executors.newFixedThreadPool(jobs)) {
            List<Callable<Double>> all = phases.stream()
                    .<Callable<Double>>map(times -> () -> prove(prover, trial, times))
                    .toList();
            for (Future<Double> proof : workers.invokeAll(all)) {
                proof.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProofmillException(ReasonCode.CANCELLED, "the batch was interrupted", e);
        } catch (ExecutionException e) {
            throw new ProofmillException(
                    ReasonCode.DEVICE_FAULT,
                    "a proof of the batch failed: " + e.getCause().getMessage(),
                    e);
        }
    }

    /** What the device computed, copies not counted. */
    private static double deviceMilliseconds(PhaseTimes phases) {
        return 1e3
                * phases.seconds().entrySet().stream()
                        .filter(phase -> !phase.getKey().equals(Phase.UPLOAD.label())
                                && !phase.getKey().equals(Phase.ASSEMBLE.label()))
                        .mapToDouble(Map.Entry::getValue)
                        .sum();
    }

    private void show(
            int log,
            DenseTrial trial,
            MsmDevice device,
            Prover prover,
            Timings timings,
            PhaseTimes phases,
            PrintWriter console) {
        double floor =
                options.floors().proof(trial.key(), device, trials.circuit().mix());
        Map<String, Object> row = row("proof", log);
        row.put("keyBytes", trial.keyBytes());
        row.put("lastRunPhaseSeconds", phases.seconds());
        String memory = prover instanceof GpuProver gpus
                ? gpus.devices().getFirst().memoryUse().toString()
                : "no device";
        row.put("memory", memory);
        options.report(
                console,
                "proof %s %s 2^%d".formatted(trials.circuit(), trials.curve(), log),
                timings,
                floor,
                memory,
                row);
        phases.seconds()
                .forEach((phase, seconds) ->
                        console.printf(Locale.ROOT, "  %-10s %8.2f ms (last run)%n", phase, 1e3 * seconds));
        console.flush();
    }

    private Map<String, Object> row(String operation, int log) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("operation", operation);
        row.put("circuit", trials.circuit());
        row.put("curve", trials.curve());
        row.put("logSize", log);
        row.put("backend", trials.backend());
        return row;
    }
}
