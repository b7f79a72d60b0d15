package io.proofmill.cli.filecoin;

import io.proofmill.cli.files.Backend;
import io.proofmill.cli.files.OutputFiles;
import io.proofmill.cli.files.ProofReport;
import io.proofmill.filecoin.CircuitMatrices;
import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.ProofJob;
import io.proofmill.filecoin.format.ParamsFile;
import io.proofmill.filecoin.format.ProofBytes;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.CheckedProver;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.Proof;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.WarmUp;
import io.proofmill.math.Work;
import io.proofmill.r1cs.Circuit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proofmill filecoin prove}: all parts of a proof, each checked before anything is written. */
@Command(
        name = "prove",
        description = "Make a proof from vanilla proofs and the network's proving key.",
        mixinStandardHelpOptions = true)
public final class FilecoinProveCommand implements Callable<Integer> {
    @Mixin
    private JobOptions job;

    @Mixin
    private KeyFile keyFile;

    @Option(names = "--proof", required = true, description = "Where the proof goes: 192 bytes a part.")
    private Path proofFile;

    @Option(
            names = "--backend",
            defaultValue = "auto",
            description = "${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
    private Backend backend;

    @Option(names = "--report", description = "Where a report with the times goes (JSON).")
    private Path report;

    private final SecureRandom random = new SecureRandom();
    private final ProofReport times = new ProofReport();

    @Override
    public Integer call() throws IOException {
        FilecoinCircuit named = job.statement().circuit();
        Path params = keyFile.find(named);
        OutputFiles.requireWritable(Arrays.asList(proofFile, report), job.files(params));
        WarmUp.start(Curve.of(CurveId.BLS12_381).fr());
        WarmUp.start(Curve.of(CurveId.BLS12_381).fq());
        Circuit circuit = times.time("circuit", named::build);
        ProofJob read = times.time("read and check", () -> job.read(circuit));
        VerifyingKey verifyingKey = ParamsFile.verifyingKey(params, circuit).verifyingKey();
        List<Proof> proofs = new ArrayList<>();
        try (ProvingKey key = times.time("load", () -> ParamsFile.open(params, circuit))) {
            CheckedProver prover = new CheckedProver(backend.open(), new PairingVerifier(random));
            for (int part = 0; part < read.parts(); part++) {
                proofs.add(prove(prover, read, part, key, verifyingKey));
            }
            Map<Path, byte[]> results = new LinkedHashMap<>();
            results.put(proofFile, ProofBytes.write(proofs));
            if (report != null) {
                results.put(report, times.json(key.shape(), backend).getBytes(StandardCharsets.UTF_8));
            }
            OutputFiles.write(results);
        }
        return 0;
    }

    private Proof prove(CheckedProver prover, ProofJob read, int part, ProvingKey key, VerifyingKey verifyingKey)
            throws IOException {
        try (Assignment assignment =
                times.time("synthesis of part " + part, () -> read.assignment(part, Work.UNATTENDED))) {
            return times.time(
                    "proof of part " + part,
                    () -> prover.prove(
                            key,
                            verifyingKey,
                            assignment,
                            Blinding.random(key.shape().curve(), random),
                            Optional.of(new CircuitMatrices(read.circuit())),
                            times.phases(),
                            Work.UNATTENDED));
        }
    }
}
