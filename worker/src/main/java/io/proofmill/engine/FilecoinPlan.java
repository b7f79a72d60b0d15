package io.proofmill.engine;

import io.proofmill.filecoin.CircuitMatrices;
import io.proofmill.filecoin.ProofJob;
import io.proofmill.filecoin.format.ProofBytes;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Proof;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A Filecoin task: as many parts as its proof has, each proved on its own. */
record FilecoinPlan(ProofJob job) implements Plan {
    private static final String FORM = "BELLMAN_192";

    @Override
    public int parts() {
        return job.parts();
    }

    @Override
    public long assignmentBytes() {
        return job.circuit().variables() * Scalars.BYTES;
    }

    @Override
    public Assignment synthesize(int part, Work work) {
        return job.assignment(part, work);
    }

    @Override
    public Optional<List<BigInteger>> knownSignals(int part) {
        return Optional.of(job.publicInputs(part));
    }

    /** As a verifier makes them from the statement: never taken from the assignment. */
    @Override
    public List<BigInteger> claimedSignals(int part, Assignment assignment) {
        return job.publicInputs(part);
    }

    @Override
    public Blame blame(int part, Assignment assignment, Work work) {
        OptionalLong row = new CircuitMatrices(job.circuit()).firstUnsatisfied(assignment, work);
        return row.isEmpty()
                ? new Blame.Device()
                : new Blame.Witness(new BadInputException(
                        ReasonCode.UNSATISFIED,
                        "part " + part + " breaks row " + row.getAsLong() + " of circuit "
                                + job.statement().circuit().name()));
    }

    @Override
    public String form() {
        return FORM;
    }

    @Override
    public byte[] write(List<Proof> proofs) {
        return ProofBytes.write(proofs);
    }

    @Override
    public List<BigInteger> publicSignals(List<List<BigInteger>> parts) {
        List<BigInteger> all = new ArrayList<>();
        parts.forEach(all::addAll);
        return all;
    }
}
