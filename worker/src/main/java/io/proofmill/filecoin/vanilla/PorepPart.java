package io.proofmill.filecoin.vanilla;

import java.util.ArrayList;
import java.util.List;

/** The vanilla proof of one part of a PoRep. */
public record PorepPart(List<Challenge> challenges) {
    /** Parents that a label hashes; a node's 6 or 14 are repeated to fill them. */
    public static final int LABEL_PARENTS = 37;

    public PorepPart {
        challenges = List.copyOf(challenges);
    }

    /** The root of TreeC, as the first challenge has it. */
    public Node commC() {
        return challenges.getFirst().column().inclusion().root();
    }

    /** The root of TreeR, as the first challenge has it. */
    public Node commRLast() {
        return challenges.getFirst().replica().root();
    }

    /**
     * One challenged node.
     *
     * @param node its index
     * @param data its data in TreeD
     * @param replica its encoded data in TreeR
     * @param column its labels in TreeC
     * @param drgParents columns of its 6 parents in the base graph
     * @param expanderParents columns of its 8 parents by expansion
     */
    public record Challenge(
            long node,
            MerklePath data,
            MerklePath replica,
            Column column,
            List<Column> drgParents,
            List<Column> expanderParents) {
        public Challenge {
            drgParents = List.copyOf(drgParents);
            expanderParents = List.copyOf(expanderParents);
        }

        /** What the challenged node's label of a layer is made of: the base graph's parents there, then, above the first layer, the parents by expansion one layer below. */
        public List<Node> labelParents(int layer) {
            List<Node> parents = new ArrayList<>();
            drgParents.forEach(parent -> parents.add(parent.labels.get(layer - 1)));
            if (layer > 1) {
                expanderParents.forEach(parent -> parents.add(parent.labels.get(layer - 2)));
            }
            return parents;
        }
    }

    /**
     * The labels of a node.
     *
     * @param labels one for each layer, the first layer first
     * @param inclusion of the labels' hash in TreeC
     */
    public record Column(long node, List<Node> labels, MerklePath inclusion) {
        public Column {
            labels = List.copyOf(labels);
        }
    }
}
