package io.proofmill.engine;

import io.proofmill.circom.ProofJson;
import io.proofmill.circom.R1cs;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.KeyShape;
import io.proofmill.groth16.Proof;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** A circom task: one part. */
record CircomPlan(CircomFiles files, KeyShape shape, WitnessSource witnesses, TaskPayload payload) implements Plan {
    private static final String FORM = "SNARKJS_JSON";

    @Override
    public int parts() {
        return 1;
    }

    @Override
    public long assignmentBytes() {
        return shape.variables() * Scalars.BYTES;
    }

    @Override
    public Assignment synthesize(int part, Work work) {
        return witnesses.assignment(payload, work);
    }

    @Override
    public List<BigInteger> claimedSignals(int part, Assignment assignment) {
        return assignment.publicInputs(shape.publicInputs());
    }

    @Override
    public Blame blame(int part, Assignment assignment, Work work) {
        return files.r1cs().map(r1cs -> blame(r1cs, assignment, work)).orElseGet(Blame.Unknown::new);
    }

    private Blame blame(Path file, Assignment assignment, Work work) {
        try (R1cs r1cs = R1cs.open(file)) {
            OptionalLong constraint = r1cs.firstUnsatisfied(assignment, work);
            return constraint.isEmpty()
                    ? new Blame.Device()
                    : new Blame.Witness(new BadInputException(
                            ReasonCode.UNSATISFIED,
                            "the witness breaks constraint " + constraint.getAsLong() + " of circuit " + files.name()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String form() {
        return FORM;
    }

    @Override
    public byte[] write(List<Proof> proofs) {
        return ProofJson.write(proofs.getFirst()).getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public List<BigInteger> publicSignals(List<List<BigInteger>> parts) {
        return parts.getFirst();
    }
}
