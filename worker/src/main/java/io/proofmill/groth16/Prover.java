package io.proofmill.groth16;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.math.BigInteger;

/**
 * Makes proofs. The work is split in two: {@link #sums} is the long part, on a device where there is one; {@link ProofSums#assemble} is a few host
 * multiplications, so a device can take the next proof meanwhile. Implementations are thread-safe.
 */
public interface Prover {
    /**
     * Computes the proof's sums. Equal inputs give equal sums, on any implementation. A witness that does not satisfy the circuit is not noticed here: it
     * gives sums whose proof fails verification.
     *
     * @throws BadInputException CURVE_MISMATCH or INVALID_WITNESS when the assignment does not fit the key, before any work is done
     * @throws java.util.concurrent.CancellationException when the work is cancelled
     */
    ProofSums sums(ProvingKey key, Assignment assignment, ProofObserver observer, Work work);

    /** Both parts at once. The same key, assignment and blinding give the same proof. */
    default Proof prove(ProvingKey key, Assignment assignment, Blinding blinding, ProofObserver observer, Work work) {
        ProofSums sums = sums(key, assignment, observer, work);
        work.checkpoint();
        return Stopwatch.time(Phase.ASSEMBLE, observer, () -> sums.assemble(key, blinding));
    }

    /** Refuses an assignment that is not one for this key. */
    static void requireFit(ProvingKey key, Assignment assignment) {
        KeyShape shape = key.shape();
        if (assignment.curve() != shape.curve()) {
            throw new BadInputException(
                    ReasonCode.CURVE_MISMATCH,
                    "the witness is over " + assignment.curve().circomName() + ", the proving key over "
                            + shape.curve().circomName());
        }
        if (assignment.size() != shape.variables()) {
            throw new BadInputException(
                    ReasonCode.INVALID_WITNESS,
                    "the witness has " + assignment.size() + " values, the proving key's circuit " + shape.variables());
        }
        if (!assignment.value(0).equals(BigInteger.ONE)) {
            throw new BadInputException(
                    ReasonCode.INVALID_WITNESS,
                    "the witness starts with " + assignment.value(0) + ", not with the constant 1");
        }
    }
}
