package io.proofmill.engine;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * One proof to make.
 *
 * @param id for logs and complaints
 * @param circuit name in the catalogue
 * @param version the circuit's version asked for; empty: whichever the catalogue has
 * @param payloads what to prove from
 * @param expectedSignals public signals that the asker expects; the proof is refused when the witness has others
 * @param avoidDevice a device on which the last attempt failed: take another one when there is one
 */
public record ProofTask(
        String id,
        String circuit,
        Optional<String> version,
        List<TaskPayload> payloads,
        Optional<List<BigInteger>> expectedSignals,
        Optional<String> avoidDevice) {
    public ProofTask {
        payloads = List.copyOf(payloads);
        expectedSignals = expectedSignals.map(List::copyOf);
    }

    /** The same, on another device than that one where there is another. */
    ProofTask avoiding(Optional<String> device) {
        return new ProofTask(id, circuit, version, payloads, expectedSignals, device);
    }
}
