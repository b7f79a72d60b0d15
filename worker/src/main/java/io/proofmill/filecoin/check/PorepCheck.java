package io.proofmill.filecoin.check;

import io.proofmill.filecoin.circuit.TreeShape;
import io.proofmill.filecoin.statement.PorepStatement;
import io.proofmill.filecoin.statement.StackedGraph;
import io.proofmill.filecoin.vanilla.FieldArithmetic;
import io.proofmill.filecoin.vanilla.MerklePath;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.PorepPart;
import io.proofmill.math.Parallel;
import io.proofmill.math.Work;
import java.util.List;

/** Verifies the vanilla proof of a PoRep part against its statement: everything that the circuit enforces, in plain arithmetic. */
public final class PorepCheck {
    private final PorepStatement statement;
    private final StackedGraph graph;
    private final PorepPart part;
    private final TreeShape replicaTree;

    private PorepCheck(PorepStatement statement, PorepPart part) {
        this.statement = statement;
        this.graph = statement.graph();
        this.part = part;
        this.replicaTree = TreeShape.replica(statement.size());
    }

    /**
     * One part, its challenges side by side.
     *
     * @throws io.proofmill.math.BadInputException INVALID_WITNESS naming the challenge and the check that failed
     */
    public static void require(PorepStatement statement, int number, PorepPart part, Work work) {
        Checks checks = new Checks("part " + number);
        List<Long> nodes = statement.challenges(number);
        checks.equal("the number of challenges", nodes.size(), part.challenges().size());
        checks.equal(
                "the hash of comm_c and comm_r_last",
                statement.commR(),
                checks.hasher().poseidon(List.of(part.commC(), part.commRLast())));
        PorepCheck check = new PorepCheck(statement, part);
        Parallel.forRanges(nodes.size(), 1, work, (from, to) -> {
            int i = (int) from;
            Checks own = new Checks("part " + number + ", challenge " + i);
            check.challenge(own, nodes.get(i), part.challenges().get(i));
        });
    }

    private void challenge(Checks checks, long node, PorepPart.Challenge challenge) {
        checks.equal("the challenged node", node, challenge.node());
        checks.path(
                "the data's inclusion proof",
                TreeShape.data(statement.size()),
                node,
                statement.commD(),
                challenge.data());
        columns(checks, "DRG parent", graph.drgParents(node), challenge.drgParents());
        columns(checks, "expander parent", graph.expanderParents(node), challenge.expanderParents());
        column(checks, "the challenged node's column", node, challenge.column());
        List<Node> labels = challenge.column().labels();
        for (int layer = 1; layer <= labels.size(); layer++) {
            List<Node> parents = challenge.labelParents(layer);
            Node label = checks.hasher().label(statement.replicaId(), layer, node, parents);
            checks.equal("label " + layer, label, labels.get(layer - 1));
        }
        Node encoded = FieldArithmetic.sum(labels.getLast(), challenge.data().leaf());
        MerklePath replica = challenge.replica();
        checks.equal("the replica's leaf", encoded, replica.leaf());
        checks.path("the replica's inclusion proof", replicaTree, node, part.commRLast(), replica);
    }

    private void columns(Checks checks, String what, long[] nodes, List<PorepPart.Column> columns) {
        checks.equal("the number of " + what + "s", nodes.length, columns.size());
        for (int i = 0; i < nodes.length; i++) {
            column(checks, what + " " + i, nodes[i], columns.get(i));
        }
    }

    private void column(Checks checks, String what, long node, PorepPart.Column column) {
        checks.equal("the node of " + what, node, column.node());
        checks.equal(
                "the number of labels of " + what,
                statement.size().layers(),
                column.labels().size());
        checks.equal(
                "the hash of " + what,
                checks.hasher().poseidon(column.labels()),
                column.inclusion().leaf());
        checks.path("the inclusion proof of " + what, replicaTree, node, part.commC(), column.inclusion());
    }
}
