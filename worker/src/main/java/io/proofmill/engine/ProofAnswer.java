package io.proofmill.engine;

import io.proofmill.math.CurveId;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A proof that has passed its pairing check.
 *
 * @param form how the proof is written: {@code SNARKJS_JSON} or {@code BELLMAN_192}
 * @param proof the proof in that form; read-only
 * @param publicSignals in the circuit's order
 * @param version the circuit's version that was proved
 * @param device where it was proved
 * @param timings the stages in their order
 */
public record ProofAnswer(
        CurveId curve,
        String form,
        ByteBuffer proof,
        List<BigInteger> publicSignals,
        String version,
        String device,
        List<StageTime> timings) {
    public ProofAnswer {
        proof = proof.asReadOnlyBuffer();
        publicSignals = List.copyOf(publicSignals);
        timings = List.copyOf(timings);
    }
}
