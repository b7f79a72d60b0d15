package io.proofmill.filecoin.vanilla;

import java.util.List;

/**
 * A leaf's way to the root of its tree.
 *
 * @param steps from the leaf up: base trees, then sub, then top
 */
public record MerklePath(Node leaf, Node root, List<Step> steps) {
    public MerklePath {
        steps = List.copyOf(steps);
    }

    /**
     * One node among its siblings.
     *
     * @param siblings in order, without the node itself
     * @param index place of the node
     */
    public record Step(List<Node> siblings, int index) {
        public Step {
            siblings = List.copyOf(siblings);
        }

        /** Siblings and the node. */
        public int arity() {
            return siblings.size() + 1;
        }
    }

    /** The same path from another leaf. */
    public MerklePath withLeaf(Node other) {
        return new MerklePath(other, root, steps);
    }

    /** The leaf's index in the tree: the places' bits, lowest first. */
    public long leafIndex() {
        long index = 0;
        int shift = 0;
        for (Step step : steps) {
            index |= (long) step.index << shift;
            shift += Integer.numberOfTrailingZeros(step.arity());
        }
        return index;
    }
}
