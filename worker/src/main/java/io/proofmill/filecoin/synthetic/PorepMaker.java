package io.proofmill.filecoin.synthetic;

import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.check.TreeHasher;
import io.proofmill.filecoin.circuit.TreeShape;
import io.proofmill.filecoin.format.C1File;
import io.proofmill.filecoin.format.C1Output;
import io.proofmill.filecoin.statement.PorepStatement;
import io.proofmill.filecoin.statement.PorepVariant;
import io.proofmill.filecoin.statement.StackedGraph;
import io.proofmill.filecoin.statement.Subject;
import io.proofmill.filecoin.vanilla.FieldArithmetic;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.PorepPart;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A PoRep of a sector that was never sealed. The data are whole and decide the replica id, which decides the challenges; the challenged nodes are labeled and encoded as the graph says, their parents' other labels are random.
 */
final class PorepMaker {
    private static final int DATA_PERIOD_BITS = 5;

    private final SectorSize size;
    private final PorepVariant variant;
    private final RandomNodes random;
    private final TreeHasher hasher = new TreeHasher();
    private final Node porepId;
    private final Node proverId = Subject.proverId(SyntheticProof.MINER);
    private final long sector;
    private final Node ticket;
    private final Map<Long, List<Node>> columns = new HashMap<>();

    PorepMaker(SectorSize size, PorepVariant variant, RandomNodes random) {
        this.size = size;
        this.variant = variant;
        this.random = random;
        this.porepId = Node.of(registeredProof(size));
        this.sector = random.forPurpose("sector").number(1_000_000);
        this.ticket = random.forPurpose("ticket").at();
    }

    SyntheticProof make() {
        RepeatingTree data = new RepeatingTree(
                TreeShape.data(size), DATA_PERIOD_BITS, size.nodeBits(), random.forPurpose("data")::at, hasher);
        Node replicaId = PorepStatement.replicaId(proverId, sector, ticket, data.root(), porepId);
        Node seed = random.forPurpose("seed").at();
        PorepStatement uncommitted = statement(replicaId, data.root(), Node.ZERO, seed);
        SortedSet<Long> labeled = labeled(uncommitted);
        label(uncommitted, labeled);
        SyntheticTree replica = replicaTree(labeled, data);
        SyntheticTree columnTree = columnTree();
        Node commR = hasher.poseidon(List.of(columnTree.root(), replica.root()));
        PorepStatement statement = statement(replicaId, data.root(), commR, seed);
        Opening opening = new Opening(statement.graph(), data, replica, columnTree);
        List<PorepPart> parts = IntStream.range(0, statement.parts())
                .mapToObj(part -> new PorepPart(statement.challenges(part).stream()
                        .map(opening::challenge)
                        .toList()))
                .toList();
        C1Output output = new C1Output(size, variant, parts, commR, data.root(), replicaId, seed, ticket);
        return new SyntheticProof(
                publicJson(output), List.of(new SyntheticProof.File("c1.json", C1File.write(output))));
    }

    private PorepStatement statement(Node replicaId, Node commD, Node commR, Node seed) {
        return new PorepStatement(
                size, variant, replicaId, commD, commR, seed, porepId, Subject.of(SyntheticProof.MINER, sector));
    }

    /** What is sealed: of the smallest sector everything, so that its replica may decide what is opened, of the others what the seed opens. */
    private SortedSet<Long> labeled(PorepStatement statement) {
        if (size == SectorSize.KIB_2) {
            return new TreeSet<>(LongStream.range(1, size.nodes()).boxed().toList());
        }
        if (variant != PorepVariant.INTERACTIVE) {
            throw new BadInputException(
                    ReasonCode.USAGE,
                    "a PoRep whose replica decides what is opened is made up for 2KiB only, not for " + size.label());
        }
        return IntStream.range(0, statement.parts())
                .mapToObj(statement::challenges)
                .flatMap(List::stream)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Labels of all nodes that are opened: random ones of parents, then those of challenges, layer by layer and in order, so that a challenge that is another's parent has its label first. */
    private void label(PorepStatement statement, SortedSet<Long> challenged) {
        StackedGraph graph = statement.graph();
        for (long node : challenged) {
            LongStream.concat(Arrays.stream(graph.drgParents(node)), Arrays.stream(graph.expanderParents(node)))
                    .forEach(parent -> columns.computeIfAbsent(parent, this::randomColumn));
        }
        challenged.forEach(node -> columns.put(node, new ArrayList<>()));
        for (int layer = 1; layer <= size.layers(); layer++) {
            for (long node : challenged) {
                List<Node> parents = labels(graph.drgParents(node), layer);
                if (layer > 1) {
                    parents.addAll(labels(graph.expanderParents(node), layer - 1));
                }
                columns.get(node).add(hasher.label(statement.replicaId(), layer, node, parents));
            }
        }
    }

    private List<Node> randomColumn(long node) {
        RandomNodes labels = random.forPurpose("label");
        return IntStream.rangeClosed(1, size.layers())
                .mapToObj(layer -> labels.at(layer, node))
                .toList();
    }

    private List<Node> labels(long[] nodes, int layer) {
        List<Node> labels = new ArrayList<>();
        for (long node : nodes) {
            labels.add(columns.get(node).get(layer - 1));
        }
        return labels;
    }

    private SyntheticTree replicaTree(SortedSet<Long> labeled, SyntheticTree data) {
        Map<Long, Node> encoded = new HashMap<>();
        for (long node : labeled) {
            encoded.put(node, FieldArithmetic.sum(columns.get(node).getLast(), data.node(0, node)));
        }
        return new SparseTree(TreeShape.replica(size), encoded, random.forPurpose("replica"), hasher);
    }

    private SyntheticTree columnTree() {
        Map<Long, Node> hashes = new HashMap<>();
        columns.forEach((node, labels) -> hashes.put(node, hasher.poseidon(labels)));
        return new SparseTree(TreeShape.replica(size), hashes, random.forPurpose("columns"), hasher);
    }

    private String publicJson(C1Output output) {
        return new PublicJson()
                .text("registered_proof", output.registeredProof())
                .number("sector_size", size.bytes())
                .node("prover_id", proverId)
                .number("sector_id", sector)
                .node("ticket", ticket)
                .node("porep_id", porepId)
                .node("seed", output.seed())
                .node("comm_d", output.commD())
                .node("comm_r", output.commR())
                .node("replica_id", output.replicaId())
                .toString();
    }

    /** The network's number of the registered proof V1_1. */
    private static long registeredProof(SectorSize size) {
        return switch (size) {
            case KIB_2 -> 5;
            case MIB_8 -> 6;
            case MIB_512 -> 7;
            case GIB_32 -> 8;
            case GIB_64 -> 9;
        };
    }

    /** Opens challenged nodes in the finished trees. */
    private final class Opening {
        private final StackedGraph graph;
        private final SyntheticTree data;
        private final SyntheticTree replica;
        private final SyntheticTree columnTree;

        Opening(StackedGraph graph, SyntheticTree data, SyntheticTree replica, SyntheticTree columnTree) {
            this.graph = graph;
            this.data = data;
            this.replica = replica;
            this.columnTree = columnTree;
        }

        PorepPart.Challenge challenge(long node) {
            return new PorepPart.Challenge(
                    node,
                    data.path(node),
                    replica.path(node),
                    column(node),
                    Arrays.stream(graph.drgParents(node)).mapToObj(this::column).toList(),
                    Arrays.stream(graph.expanderParents(node))
                            .mapToObj(this::column)
                            .toList());
        }

        private PorepPart.Column column(long node) {
            return new PorepPart.Column(node, columns.get(node), columnTree.path(node));
        }
    }
}
