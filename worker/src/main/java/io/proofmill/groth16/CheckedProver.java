package io.proofmill.groth16;

import io.proofmill.math.BadInputException;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.util.Optional;
import java.util.OptionalLong;

/** A prover whose proofs are checked before anyone sees them, and which finds out why one fails. */
public final class CheckedProver {
    private final Prover prover;
    private final Verifier verifier;

    public CheckedProver(Prover prover, Verifier verifier) {
        this.prover = prover;
        this.verifier = verifier;
    }

    /**
     * Makes a proof that holds.
     *
     * @param constraints the constraint system, when it is known; it can name the constraint that a witness breaks
     * @throws BadInputException as {@link Prover#sums}; UNSATISFIED when the witness does not satisfy the circuit; INVALID_KEY when the key is not sound
     * @throws ProofmillException SELF_CHECK_FAILED when the witness is known to satisfy the circuit and the proof fails all the same
     * @throws java.util.concurrent.CancellationException when the work is cancelled
     */
    public Proof prove(
            ProvingKey key,
            VerifyingKey verifyingKey,
            Assignment assignment,
            Blinding blinding,
            Optional<ConstraintCheck> constraints,
            ProofObserver observer,
            Work work) {
        Proof proof = prover.prove(key, assignment, blinding, observer, work);
        if (!holds(verifyingKey, assignment, proof)) {
            throw explain(key, verifyingKey, assignment, constraints, work);
        }
        return proof;
    }

    private boolean holds(VerifyingKey key, Assignment assignment, Proof proof) {
        return verifier.verify(key, new Claim(assignment.publicInputs(key.publicInputs()), proof));
    }

    /** Looks for the cause in the order of likelihood. */
    private static ProofmillException explain(
            ProvingKey key,
            VerifyingKey verifyingKey,
            Assignment assignment,
            Optional<ConstraintCheck> constraints,
            Work work) {
        if (constraints.isPresent()) {
            OptionalLong broken = constraints.get().firstUnsatisfied(assignment, work);
            if (broken.isPresent()) {
                return new BadInputException(
                        ReasonCode.UNSATISFIED, "the witness breaks constraint " + broken.getAsLong());
            }
        }
        verifyingKey.validate();
        key.validate(work);
        return constraints.isPresent()
                ? new ProofmillException(
                        ReasonCode.SELF_CHECK_FAILED,
                        "the proof does not verify although the witness satisfies the circuit and the key is sound")
                : new BadInputException(
                        ReasonCode.UNSATISFIED,
                        "the proof does not verify: the witness does not satisfy the circuit of the proving key");
    }
}
