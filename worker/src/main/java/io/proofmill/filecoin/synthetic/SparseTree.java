package io.proofmill.filecoin.synthetic;

import io.proofmill.filecoin.check.TreeHasher;
import io.proofmill.filecoin.circuit.TreeShape;
import io.proofmill.filecoin.vanilla.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A tree with some known leaves. What lies above them is hashed, everything else is random: a random inner node stands for a subtree that nobody opens. */
final class SparseTree extends SyntheticTree {
    private final List<Map<Long, Node>> known = new ArrayList<>();
    private final RandomNodes others;

    SparseTree(TreeShape shape, Map<Long, Node> leaves, RandomNodes others, TreeHasher hasher) {
        super(shape);
        this.others = others;
        known.add(Map.copyOf(leaves));
        for (int level = 1; level <= height(); level++) {
            Map<Long, Node> hashed = new HashMap<>();
            for (long child : known.get(level - 1).keySet()) {
                long index = child >>> childBits(level);
                if (!hashed.containsKey(index)) {
                    hashed.put(index, hasher.parent(shape.hash(), children(level, index)));
                }
            }
            known.add(hashed);
        }
    }

    @Override
    Node node(int level, long index) {
        Node node = known.get(level).get(index);
        return node != null ? node : others.at(level, index);
    }
}
