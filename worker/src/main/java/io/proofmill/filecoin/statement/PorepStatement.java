package io.proofmill.filecoin.statement;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.ProofKind;
import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.vanilla.Node;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A sector with this replica id was sealed from comm_d to comm_r; the chain's seed, or the replica itself, chose what was opened (StackedDrg, graph versions 1.1 and 1.2).
 *
 * @param seed of the chain; decides nothing where the variant takes none
 * @param porepId names the graph
 */
public record PorepStatement(
        SectorSize size,
        PorepVariant variant,
        Node replicaId,
        Node commD,
        Node commR,
        Node seed,
        Node porepId,
        Subject subject)
        implements Statement {
    private static final byte[] NON_INTERACTIVE =
            "filecoin.io|PoRep|1|NonInteractive|1".getBytes(StandardCharsets.US_ASCII);

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
        if (variant == PorepVariant.SYNTHETIC) {
            return new SyntheticChallenges(size.nodes(), replicaId, commR).picked(seed, part * count, count);
        }
        return IntStream.range(part * count, (part + 1) * count)
                .mapToObj(this::challenge)
                .toList();
    }

    /** Parts of the proof. */
    public int parts() {
        return variant.parts(size);
    }

    public StackedGraph graph() {
        return new StackedGraph(size.nodes(), porepId);
    }

    @Override
    public List<List<Node>> publicInputs() {
        StackedGraph graph = graph();
        return IntStream.range(0, parts()).mapToObj(part -> inputs(graph, part)).toList();
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
        byte[] hash = variant == PorepVariant.NON_INTERACTIVE
                ? Sha256.of(NON_INTERACTIVE, replicaId.bytes(), commR.bytes(), number)
                : Sha256.of(replicaId.bytes(), seed.bytes(), number);
        return node(Node.of(hash), size.nodes());
    }

    /** The node that a random number challenges: any but the first. */
    static long node(Node random, long nodes) {
        return random.value().mod(BigInteger.valueOf(nodes - 1)).longValue() + 1;
    }
}
