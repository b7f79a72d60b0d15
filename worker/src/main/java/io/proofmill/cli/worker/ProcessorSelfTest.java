package io.proofmill.cli.worker;

import io.proofmill.circom.Wtns;
import io.proofmill.circom.Zkey;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Blinding;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.CpuProver;
import io.proofmill.groth16.PairingVerifier;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.math.CurveId;
import io.proofmill.math.Work;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/** One small proof a curve, made on the processor and checked with its pairing, on the circuits of the GPUs' self-test. */
final class ProcessorSelfTest {
    private static final String FOLDER = "/io/proofmill/gpu/selftest/";

    private final SecureRandom random;

    ProcessorSelfTest(SecureRandom random) {
        this.random = random;
    }

    /** What went wrong, in a sentence; empty when all is right. */
    Optional<String> run() {
        try {
            for (CurveId curve : CurveId.values()) {
                if (!proves(curve)) {
                    return Optional.of("the self-test's proof on " + curve + " does not verify");
                }
            }
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.of("the self-test could not be run: " + e);
        }
    }

    private boolean proves(CurveId curve) throws IOException {
        try (Arena arena = Arena.ofShared();
                Zkey zkey = Zkey.of("the self-test's key", resource(curve, "circuit.zkey", arena));
                Assignment assignment = Wtns.read("the self-test's witness", resource(curve, "witness.wtns", arena))) {
            ProvingKey key = zkey.provingKey();
            List<BigInteger> signals = assignment.publicInputs(zkey.shape().publicInputs());
            Claim claim = new Claim(
                    signals,
                    new CpuProver()
                            .sums(key, assignment, ProofObserver.NONE, Work.UNATTENDED)
                            .assemble(key, Blinding.random(curve, random)));
            return new PairingVerifier(random).verify(zkey.verifyingKey(), claim);
        }
    }

    private static MemorySegment resource(CurveId curve, String name, Arena arena) throws IOException {
        String path = FOLDER + curve.circomName() + "/" + name;
        try (InputStream in = ProcessorSelfTest.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IOException("no resource " + path);
            }
            byte[] bytes = in.readAllBytes();
            return arena.allocate(bytes.length, Long.BYTES).copyFrom(MemorySegment.ofArray(bytes));
        }
    }
}
