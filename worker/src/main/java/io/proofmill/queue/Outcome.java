package io.proofmill.queue;

import io.proofmill.schemas.FailureClass;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** What became of one attempt at a job. */
public sealed interface Outcome {
    /** One phase of the attempt and how long it took on the monotonic clock. */
    record PhaseDuration(String phase, long nanos) {}

    /**
     * The job is proved and the proof has passed its check.
     *
     * @param curve {@code BN254} or {@code BLS12_381}
     * @param form how the proof is written, as in {@code ProofResult.form}
     * @param proof the proof in that form
     * @param publicSignals public signals in the circuit's order, decimal numbers
     * @param circuitVersion version that was proved, where the catalogue knows one
     * @param device where it was proved
     * @param timings phases in their order
     */
    record Proved(
            String curve,
            String form,
            ByteBuffer proof,
            List<String> publicSignals,
            Optional<String> circuitVersion,
            String device,
            List<PhaseDuration> timings)
            implements Outcome {
        public Proved {
            proof = proof.asReadOnlyBuffer();
            publicSignals = List.copyOf(publicSignals);
            timings = List.copyOf(timings);
        }
    }

    /**
     * The attempt failed.
     *
     * @param reasonCode stable code, as on stderr
     * @param message one sentence: what, where, expected, found
     * @param failureClass what the failure asks of the queue
     * @param device where it failed, when a device was involved
     */
    record Failed(String reasonCode, String message, FailureClass failureClass, Optional<String> device)
            implements Outcome {}
}
