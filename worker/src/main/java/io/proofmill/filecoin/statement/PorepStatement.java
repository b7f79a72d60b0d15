package io.proofmill.filecoin.statement;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.ProofKind;
import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.vanilla.Node;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A sector with this replica id was sealed from comm_d to comm_r; the chain's seed chose what was opened (interactive PoRep, StackedDrg V1_1 and V1_2).
 *
 * @param porepId names the graph
 */
public record PorepStatement(
        SectorSize size, Node replicaId, Node commD, Node commR, Node seed, Node porepId, Subject subject)
        implements Statement {
    /** The replica id of a sector. Source: rust-fil-proofs, {@code generate_replica_id}. */
    public static Node replicaId(Node proverId, long sectorId, Node ticket, Node commD, Node porepId) {
        byte[] sector = ByteBuffer.allocate(Long.BYTES).putLong(sectorId).array();
        return Node.of(Sha256.of(proverId.bytes(), sector, ticket.bytes(), commD.bytes(), porepId.bytes()))
                .truncated();
    }

    @Override
    public FilecoinCircuit circuit() {
        return new FilecoinCircuit(ProofKind.POREP, size);
    }

    /** The nodes that a part opens; never the first node. */
    public List<Long> challenges(int part) {
        int count = size.porep().challenges();
        return IntStream.range(part * count, (part + 1) * count)
                .mapToObj(this::challenge)
                .toList();
    }

    public StackedGraph graph() {
        return new StackedGraph(size.nodes(), porepId);
    }

    @Override
    public List<List<Node>> publicInputs() {
        StackedGraph graph = graph();
        return IntStream.range(0, size.porep().parts())
                .mapToObj(part -> inputs(graph, part))
                .toList();
    }

    private List<Node> inputs(StackedGraph graph, int part) {
        List<Node> inputs = new ArrayList<>(List.of(replicaId, commD, commR));
        for (long challenge : challenges(part)) {
            inputs.add(Node.of(challenge));
            addAll(inputs, graph.drgParents(challenge));
            addAll(inputs, graph.expanderParents(challenge));
            addAll(inputs, challenge, challenge, challenge);
        }
        return inputs;
    }

    private static void addAll(List<Node> inputs, long... values) {
        for (long value : values) {
            inputs.add(Node.of(value));
        }
    }

    private long challenge(int index) {
        byte[] number = ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(index)
                .array();
        BigInteger hash =
                Node.of(Sha256.of(replicaId.bytes(), seed.bytes(), number)).value();
        return hash.mod(BigInteger.valueOf(size.nodes() - 1)).longValue() + 1;
    }
}
