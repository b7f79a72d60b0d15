package io.proofmill.cli.filecoin;

import io.proofmill.cli.files.Backend;
import io.proofmill.cli.files.SetupBackend;
import io.proofmill.engine.Catalogue;
import io.proofmill.engine.Circuit;
import io.proofmill.engine.DevicePool;
import io.proofmill.engine.DeviceTrust;
import io.proofmill.engine.Engine;
import io.proofmill.engine.FilecoinEntry;
import io.proofmill.engine.MemoryBudget;
import io.proofmill.engine.ProofAnswer;
import io.proofmill.engine.ProofTask;
import io.proofmill.engine.ProvingDevice;
import io.proofmill.engine.StageTime;
import io.proofmill.engine.TaskPayload;
import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.format.ParamsSetup;
import io.proofmill.filecoin.format.PublicFile;
import io.proofmill.filecoin.statement.Statement;
import io.proofmill.filecoin.synthetic.SyntheticProof;
import io.proofmill.gpu.GpuProver;
import io.proofmill.gpu.GpuSettings;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.GeneratorMultiples;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.Prover;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.ToxicWaste;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.CurveId;
import io.proofmill.math.LazyArena;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Whole proofs, all parts, through the engine as a worker runs it, under a development key made in memory for the occasion. Each answer is verified as the chain does it: public inputs from the statement alone, all parts in one
 * pairing check.
 */
final class WholeProofBench {
    private final FilecoinCircuit circuit;
    private final io.proofmill.r1cs.Circuit rows;
    private final Backend backend;
    private final int assignments;
    private final StepTimes times;
    private final SecureRandom random = new SecureRandom();

    /** @param assignments that memory is budgeted for at a time */
    WholeProofBench(
            FilecoinCircuit circuit,
            io.proofmill.r1cs.Circuit rows,
            Backend backend,
            int assignments,
            StepTimes times) {
        this.circuit = circuit;
        this.rows = rows;
        this.backend = backend;
        this.assignments = assignments;
        this.times = times;
    }

    /** Makes the key, then proves so many times; the first proof takes the key to the device too. */
    void run(SyntheticProof proof, int runs) throws IOException {
        ParamsSetup.MadeKey key = makeKey();
        times.fact("peak resident bytes, key", PeakMemory.ofThisProcess());
        Circuit entry = FilecoinEntry.withKeys(circuit, rows, new Circuit.Keys(key.proving(), key.verifying()));
        Prover prover = backend.open();
        long budget = entry.keyBytes() + assignments * entry.assignmentBytes();
        try (Engine engine = new Engine(
                new Catalogue(() -> List.of(entry)),
                new MemoryBudget(budget),
                new DevicePool(devices(prover)),
                new PairingVerifier(random),
                curve -> Blinding.random(curve, random),
                Math.min(assignments, Runtime.getRuntime().availableProcessors()),
                closing -> forget(prover, closing))) {
            for (int run = 0; run < runs; run++) {
                prove(engine, proof, key.verifying());
            }
            if (prover instanceof GpuProver gpus) {
                times.fact("device memory", gpus.devices().getFirst().memoryUse());
            }
        }
    }

    @SuppressWarnings("MustBeClosedChecker") // closed with the key by the engine
    private ParamsSetup.MadeKey makeKey() {
        Arena memory = new LazyArena();
        AtomicLong multiplying = new AtomicLong();
        try (SetupBackend setup = SetupBackend.open(backend);
                Arena scratch = new LazyArena()) {
            GeneratorMultiples timed = (group, scalars, out, count, work) -> {
                long start = System.nanoTime();
                setup.multiply(group, scalars, out, count, work);
                multiplying.addAndGet(System.nanoTime() - start);
            };
            ToxicWaste waste = ToxicWaste.random(CurveId.BLS12_381, random);
            ParamsSetup.MadeKey key = times.time(
                    "make the key", () -> new ParamsSetup(rows, waste, timed).make(memory, scratch, Work.UNATTENDED));
            times.fact("  of it the points, s", multiplying.get() / 1e9);
            times.fact("bytes of the key's points", key.pointBytes());
            return key;
        }
    }

    private static List<ProvingDevice> devices(Prover prover) {
        if (!(prover instanceof GpuProver gpus)) {
            return List.of(ProvingDevice.cpu(prover));
        }
        return gpus.devices().stream()
                .map(gpu -> new ProvingDevice(
                        gpu.device().name(),
                        gpus.on(gpu),
                        GpuSettings.DEFAULT.jobsPerDevice(),
                        DeviceTrust.ALWAYS,
                        false))
                .toList();
    }

    private static void forget(Prover prover, ProvingKey key) {
        if (prover instanceof GpuProver gpus) {
            gpus.forget(key);
            gpus.close();
        }
    }

    private void prove(Engine engine, SyntheticProof made, VerifyingKey key) {
        PartTimeline timeline = new PartTimeline();
        ProofAnswer answer = times.time("prove all parts", () -> answer(engine, task(made), timeline));
        timeline.lines().forEach(line -> times.fact("  timeline", line));
        times.fact("  stages of all parts, s", seconds(answer.timings()));
        byte[] proof = new byte[answer.proof().remaining()];
        answer.proof().get(proof);
        times.fact("  bytes of the proof", proof.length);
        times.time("verify as the chain does", () -> verify(made, proof, key));
        times.fact("  verified", true);
    }

    private static ProofAnswer answer(Engine engine, ProofTask task, PartTimeline timeline) {
        try {
            return engine.prove(task, timeline, Work.UNATTENDED).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof ProofmillException expected ? expected : e;
        }
    }

    private ProofTask task(SyntheticProof proof) {
        List<TaskPayload> payloads = new ArrayList<>();
        payloads.add(payload(
                TaskPayload.Kind.INPUT, "public.json", proof.publicJson().getBytes(StandardCharsets.UTF_8)));
        proof.vanilla().forEach(file -> payloads.add(payload(TaskPayload.Kind.VANILLA, file.name(), file.bytes())));
        return new ProofTask("bench", circuit.name(), Optional.empty(), payloads, Optional.empty(), Optional.empty());
    }

    private static TaskPayload payload(TaskPayload.Kind kind, String name, byte[] bytes) {
        return new TaskPayload(kind, name, MemorySegment.ofArray(bytes).asReadOnly());
    }

    private boolean verify(SyntheticProof made, byte[] proof, VerifyingKey key) {
        byte[] text = made.publicJson().getBytes(StandardCharsets.UTF_8);
        Statement statement = PublicFile.read("the statement", new ByteArrayInputStream(text), circuit);
        if (new PairingVerifier(random)
                .firstInvalid(key, PartClaims.of(statement, proof))
                .isPresent()) {
            throw new ProofmillException(ReasonCode.SELF_CHECK_FAILED, "a timed proof does not verify");
        }
        return true;
    }

    private static Map<String, Double> seconds(List<StageTime> timings) {
        Map<String, Double> seconds = new TreeMap<>();
        timings.forEach(time -> seconds.put(time.stage(), time.nanos() / 1e9));
        return seconds;
    }
}
