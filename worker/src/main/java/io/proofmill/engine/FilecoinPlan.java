package io.proofmill.engine;

import io.proofmill.filecoin.CircuitMatrices;
import io.proofmill.filecoin.ProofJob;
import io.proofmill.filecoin.format.ProofBytes;
import io.proofmill.filecoin.statement.Statement;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Proof;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** A Filecoin task: as many parts as its proof has, each proved on its own. */
record FilecoinPlan(ProofJob job) implements Plan {
    private static final String FORM = "BELLMAN_192";

    /** An event of a WindowPoSt over thousands of sectors names the first of them. */
    private static final int MOST_SECTORS_TOLD = 16;

    @Override
    public int parts() {
        return job.parts();
    }

    @Override
    public Map<String, String> facts() {
        Statement statement = job.statement();
        List<Long> sectors = statement.subject().sectors();
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("kind", statement.circuit().kind().label());
        facts.put("sectorSize", statement.circuit().size().label());
        statement.subject().miner().ifPresent(miner -> facts.put("miner", Long.toUnsignedString(miner)));
        if (!sectors.isEmpty()) {
            facts.put("sectors", String.valueOf(sectors.size()));
            facts.put(
                    "sector",
                    sectors.stream()
                            .limit(MOST_SECTORS_TOLD)
                            .map(String::valueOf)
                            .collect(Collectors.joining(",")));
        }
        return facts;
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
