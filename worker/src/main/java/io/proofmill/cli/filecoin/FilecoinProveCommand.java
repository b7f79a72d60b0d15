package io.proofmill.cli.filecoin;

import io.proofmill.filecoin.CircuitMatrices;
import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.ProofJob;
import io.proofmill.filecoin.format.ParamsFile;
import io.proofmill.filecoin.format.ProofBytes;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.CheckedProver;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.Proof;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.groth16.VerifyingKey;
import io.proofmill.math.Work;
import io.proofmill.r1cs.Circuit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
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

    private final SecureRandom random = new SecureRandom();

    @Override
    public Integer call() throws IOException {
        FilecoinCircuit named = job.statement().circuit();
        Path params = keyFile.find(named);
        Circuit circuit = named.build();
        ProofJob read = job.read(circuit);
        VerifyingKey verifyingKey = ParamsFile.verifyingKey(params, circuit).verifyingKey();
        List<Proof> proofs = new ArrayList<>();
        try (ProvingKey key = ParamsFile.open(params, circuit)) {
            for (int part = 0; part < read.parts(); part++) {
                proofs.add(prove(read, part, key, verifyingKey));
            }
        }
        Files.write(proofFile, ProofBytes.write(proofs));
        return 0;
    }

    private Proof prove(ProofJob read, int part, ProvingKey key, VerifyingKey verifyingKey) {
        CheckedProver prover = new CheckedProver(new CpuProver(), new PairingVerifier(random));
        try (Assignment assignment = read.assignment(part, Work.UNATTENDED)) {
            return prover.prove(
                    key,
                    verifyingKey,
                    assignment,
                    Blinding.random(key.shape().curve(), random),
                    Optional.of(new CircuitMatrices(read.circuit())),
                    ProofObserver.NONE,
                    Work.UNATTENDED);
        }
    }
}
