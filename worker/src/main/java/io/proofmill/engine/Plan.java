package io.proofmill.engine;

import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Proof;
import io.proofmill.math.BadInputException;
import io.proofmill.math.Work;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one task asks of its circuit: so many parts, each an assignment to synthesize and prove, and how their proofs are put together. A circom task has one
 * part.
 */
public interface Plan {
    int parts();

    /** What the task is about, by name, for events. */
    default Map<String, String> facts() {
        return Map.of();
    }

    /** Bytes that one part's assignment takes. */
    long assignmentBytes();

    /**
     * Calculates one part's assignment; the caller closes it.
     *
     * @throws BadInputException INVALID_WITNESS, MALFORMED_FILE or UNSATISFIED
     */
    Assignment synthesize(int part, Work work);

    /** A part's public inputs where they are known before its assignment is. */
    default Optional<List<BigInteger>> knownSignals(int part) {
        return Optional.empty();
    }

    /** What a part's proof claims: the public inputs, without the constant 1, that it is checked against. */
    List<BigInteger> claimedSignals(int part, Assignment assignment);

    /** Says who is at fault for a proof of this assignment that did not verify. */
    Blame blame(int part, Assignment assignment, Work work);

    /** How the answer's proof is written. */
    String form();

    /** The parts' proofs, in their order, in that form. */
    byte[] write(List<Proof> proofs);

    /** The statement's public signals from those of the parts, in their order. */
    List<BigInteger> publicSignals(List<List<BigInteger>> parts);
}
