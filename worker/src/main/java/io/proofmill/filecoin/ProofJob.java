package io.proofmill.filecoin;

import io.proofmill.filecoin.check.PorepCheck;
import io.proofmill.filecoin.check.PostCheck;
import io.proofmill.filecoin.check.SnapCheck;
import io.proofmill.filecoin.circuit.PorepSynthesis;
import io.proofmill.filecoin.circuit.PostSynthesis;
import io.proofmill.filecoin.circuit.SnapSynthesis;
import io.proofmill.filecoin.circuit.Synthesis;
import io.proofmill.filecoin.format.C1File;
import io.proofmill.filecoin.format.C1Output;
import io.proofmill.filecoin.format.PostVanillaFile;
import io.proofmill.filecoin.format.SnapVanillaFile;
import io.proofmill.filecoin.statement.PorepStatement;
import io.proofmill.filecoin.statement.PostStatement;
import io.proofmill.filecoin.statement.SnapStatement;
import io.proofmill.filecoin.statement.Statement;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.PostSector;
import io.proofmill.groth16.Assignment;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import io.proofmill.r1cs.Circuit;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * A statement with the vanilla proofs that show it: read, checked against each other, ready to be synthesized part by part. A request that contradicts itself is refused here, before any proving.
 */
public final class ProofJob {
    private final Statement statement;
    private final Circuit circuit;
    private final List<Synthesis> parts;
    private final List<List<BigInteger>> publicInputs;

    private ProofJob(Statement statement, Circuit circuit, List<Synthesis> parts) {
        this.statement = statement;
        this.circuit = circuit;
        this.parts = List.copyOf(parts);
        this.publicInputs = statement.publicInputs().stream()
                .map(inputs -> inputs.stream().map(Node::value).toList())
                .toList();
    }

    /**
     * A vanilla proof as it came.
     *
     * @param name for failures
     * @param bytes read while the job is; a C1 output is streamed, not copied
     */
    public record Vanilla(String name, MemorySegment bytes) {
        private InputStream stream() {
            return new SegmentStream(bytes);
        }

        private byte[] copy() {
            return bytes.toArray(ValueLayout.JAVA_BYTE);
        }
    }

    /**
     * Reads and checks what came.
     *
     * @param circuit what {@link FilecoinCircuit#build} gave for the statement's circuit
     * @param vanilla PoRep: one C1 output; WindowPoSt, WinningPoSt: one file a sector, in the statement's order; SnapDeals: one file a part, in order
     * @throws BadInputException MALFORMED_FILE, INVALID_REQUEST, or INVALID_WITNESS naming the check that failed
     */
    public static ProofJob read(Statement statement, Circuit circuit, List<Vanilla> vanilla, Work work) {
        List<Synthesis> parts = switch (statement) {
            case PorepStatement porep -> porep(porep, circuit, vanilla, work);
            case PostStatement post -> post(post, circuit, vanilla, work);
            case SnapStatement snap -> snap(snap, circuit, vanilla, work);
        };
        return new ProofJob(statement, circuit, parts);
    }

    public Statement statement() {
        return statement;
    }

    public Circuit circuit() {
        return circuit;
    }

    public int parts() {
        return parts.size();
    }

    /** The public inputs of a part, without ONE, as a verifier makes them. */
    public List<BigInteger> publicInputs(int part) {
        return publicInputs.get(part);
    }

    /**
     * The full assignment of a part; the caller closes it.
     *
     * @throws BadInputException INVALID_REQUEST for a part that the proof does not have
     */
    public Assignment assignment(int part, Work work) {
        if (part < 0 || part >= parts.size()) {
            throw new BadInputException(
                    ReasonCode.INVALID_REQUEST,
                    "this proof of " + statement.circuit().name() + " has parts 0 to " + (parts.size() - 1) + ", not "
                            + part);
        }
        Assignment assignment = Assignment.allocate(circuit.curve(), circuit.variables());
        try {
            parts.get(part).fill(assignment.values(), work);
            requireStated(part, assignment);
            return assignment;
        } catch (RuntimeException e) {
            assignment.close();
            throw e;
        }
    }

    /** The prover's public inputs are the statement's, or a proof would be checked against what nobody asked for. */
    private void requireStated(int part, Assignment assignment) {
        List<BigInteger> stated = publicInputs.get(part);
        if (!assignment.publicInputs(stated.size()).equals(stated)) {
            throw new IllegalStateException("the synthesis of part " + part + " of "
                    + statement.circuit().name() + " gives other public inputs than the statement");
        }
    }

    private static List<Synthesis> porep(PorepStatement statement, Circuit circuit, List<Vanilla> vanilla, Work work) {
        requireCount(statement, 1, vanilla.size());
        C1Output c1 = C1File.read(vanilla.getFirst().name, vanilla.getFirst().stream());
        requireSame("sector size", statement.size().label(), c1.size().label());
        requireSame("replica_id", statement.replicaId(), c1.replicaId());
        requireSame("comm_d", statement.commD(), c1.commD());
        requireSame("comm_r", statement.commR(), c1.commR());
        requireSame("variant", statement.variant(), c1.variant());
        if (statement.variant().takesSeed()) {
            requireSame("seed", statement.seed(), c1.seed());
        }
        requireSame("number of parts", statement.parts(), c1.parts().size());
        List<Synthesis> parts = new ArrayList<>();
        for (int k = 0; k < c1.parts().size(); k++) {
            PorepCheck.require(statement, k, c1.parts().get(k), work);
            parts.add(new PorepSynthesis(
                    circuit,
                    statement.replicaId(),
                    statement.commD(),
                    statement.commR(),
                    c1.parts().get(k)));
        }
        return parts;
    }

    private static List<Synthesis> post(PostStatement statement, Circuit circuit, List<Vanilla> vanilla, Work work) {
        requireCount(statement, statement.sectors().size(), vanilla.size());
        List<PostSector> sectors = new ArrayList<>(vanilla.stream()
                .map(file -> PostVanillaFile.read(file.name, file.copy()))
                .toList());
        PostCheck.require(statement, sectors, work);
        if (statement.kind() == ProofKind.WINNING) {
            return List.of(new PostSynthesis(circuit, sectors.getFirst().oneOpeningEach()));
        }
        while (sectors.size() < statement.size().windowSectors()) {
            sectors.add(sectors.getLast());
        }
        return List.of(new PostSynthesis(circuit, sectors));
    }

    private static List<Synthesis> snap(SnapStatement statement, Circuit circuit, List<Vanilla> vanilla, Work work) {
        requireCount(statement, statement.size().snap().parts(), vanilla.size());
        List<Synthesis> parts = new ArrayList<>();
        for (int k = 0; k < vanilla.size(); k++) {
            var part = SnapVanillaFile.read(vanilla.get(k).name, vanilla.get(k).copy());
            SnapCheck.require(statement, k, part, work);
            parts.add(new SnapSynthesis(
                    circuit,
                    statement.size(),
                    k,
                    statement.choice(),
                    statement.commROld(),
                    statement.commDNew(),
                    statement.commRNew(),
                    part));
        }
        return parts;
    }

    private static void requireCount(Statement statement, int expected, int found) {
        if (expected != found) {
            throw new BadInputException(
                    ReasonCode.INVALID_REQUEST,
                    statement.circuit().name() + " wants " + expected + " vanilla proof files here, not " + found);
        }
    }

    private static void requireSame(String what, Object stated, Object found) {
        if (!stated.equals(found)) {
            throw new BadInputException(
                    ReasonCode.INVALID_WITNESS,
                    "the C1 output's " + what + " is " + found + ", the statement's " + stated);
        }
    }
}
