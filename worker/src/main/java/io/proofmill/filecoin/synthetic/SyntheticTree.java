package io.proofmill.filecoin.synthetic;

import io.proofmill.filecoin.circuit.TreeShape;
import io.proofmill.filecoin.vanilla.MerklePath;
import io.proofmill.filecoin.vanilla.Node;
import java.util.ArrayList;
import java.util.List;

/** A Merkle tree over all the nodes of a sector, of which only what is asked for is calculated. */
abstract class SyntheticTree {
    private final List<Integer> arities;

    SyntheticTree(TreeShape shape) {
        this.arities = shape.arities();
    }

    /** A node of the tree: level 0 holds the leaves. */
    abstract Node node(int level, long index);

    /** Levels below the root. */
    final int height() {
        return arities.size();
    }

    /** log2 of the children of each node of that level. */
    final int childBits(int level) {
        return Integer.numberOfTrailingZeros(arities.get(level - 1));
    }

    final Node root() {
        return node(height(), 0);
    }

    final MerklePath path(long leaf) {
        List<MerklePath.Step> steps = new ArrayList<>();
        long index = leaf;
        for (int level = 1; level <= height(); level++) {
            int place = (int) index & ((1 << childBits(level)) - 1);
            List<Node> siblings = children(level, index >>> childBits(level));
            siblings.remove(place);
            steps.add(new MerklePath.Step(siblings, place));
            index >>>= childBits(level);
        }
        return new MerklePath(node(0, leaf), root(), steps);
    }

    final List<Node> children(int level, long index) {
        List<Node> children = new ArrayList<>();
        for (long i = 0; i < 1L << childBits(level); i++) {
            children.add(node(level - 1, index << childBits(level) | i));
        }
        return children;
    }
}
