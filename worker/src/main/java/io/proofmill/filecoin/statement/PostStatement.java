package io.proofmill.filecoin.statement;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.ProofKind;
import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.vanilla.Node;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The sectors are still there: one part of WindowPoSt, or WinningPoSt of one sector.
 *
 * @param kind WINDOW or WINNING
 * @param sectors at least one, at most as many as the circuit holds
 * @param numbering how challenges are numbered
 */
public record PostStatement(
        ProofKind kind, SectorSize size, Node randomness, List<Sector> sectors, Numbering numbering, Subject subject)
        implements Statement {
    public PostStatement {
        sectors = List.copyOf(sectors);
    }

    /** A sector as the chain knows it. */
    public record Sector(long id, Node commR) {}

    /** Challenge numbers of WindowPoSt. */
    public enum Numbering {
        /** V1 and V1_1 go on counting from sector to sector. */
        RUNNING,
        /** V1_2 starts at 0 for each sector. */
        PER_SECTOR
    }

    @Override
    public FilecoinCircuit circuit() {
        return new FilecoinCircuit(kind, size);
    }

    /** Challenges to each sector. */
    public int challengeCount() {
        return kind == ProofKind.WINDOW ? SectorSize.WINDOW_CHALLENGES : SectorSize.WINNING_CHALLENGES;
    }

    /** The leaves that a sector opens. */
    public List<Long> challenges(int sector) {
        List<Long> challenges = new ArrayList<>();
        long first = numbering == Numbering.RUNNING ? (long) sector * challengeCount() : 0;
        for (int n = 0; n < challengeCount(); n++) {
            challenges.add(challenge(sectors.get(sector).id(), first + n));
        }
        return challenges;
    }

    /** A short part repeats its last sector's inputs; WinningPoSt has its sector once for each challenge. */
    @Override
    public List<List<Node>> publicInputs() {
        List<Node> inputs = new ArrayList<>();
        int places = kind == ProofKind.WINDOW ? size.windowSectors() : 1;
        for (int place = 0; place < places; place++) {
            int sector = Math.min(place, sectors.size() - 1);
            Node commR = sectors.get(sector).commR();
            if (kind == ProofKind.WINDOW) {
                inputs.add(commR);
            }
            for (long challenge : challenges(sector)) {
                if (kind == ProofKind.WINNING) {
                    inputs.add(commR);
                }
                inputs.add(Node.of(challenge));
            }
        }
        return List.of(inputs);
    }

    private long challenge(long sectorId, long number) {
        byte[] tail = ByteBuffer.allocate(2 * Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(sectorId)
                .putLong(number)
                .array();
        return Long.remainderUnsigned(
                Node.of(Sha256.of(randomness.bytes(), tail)).w0(), size.nodes());
    }
}
