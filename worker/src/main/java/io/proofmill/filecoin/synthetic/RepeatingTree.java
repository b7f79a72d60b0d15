package io.proofmill.filecoin.synthetic;

import io.proofmill.filecoin.check.TreeHasher;
import io.proofmill.filecoin.circuit.TreeShape;
import io.proofmill.filecoin.vanilla.Node;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * A whole tree, every node the hash of its children, over leaves that repeat: few nodes differ, so that a tree over 2^31 leaves takes some thousand hashes. For trees whose root decides what will be opened.
 */
final class RepeatingTree extends SyntheticTree {
    private final TreeShape shape;
    private final int periodBits;
    private final int blockBits;
    private final LongFunction<Node> leaves;
    private final TreeHasher hasher;
    private final Map<Place, Node> calculated = new HashMap<>();

    private record Place(int level, long index) {}

    /**
     * @param periodBits leaves repeat after 2^periodBits within a block
     * @param blockBits blocks of 2^blockBits leaves differ from each other
     */
    RepeatingTree(TreeShape shape, int periodBits, int blockBits, LongFunction<Node> leaves, TreeHasher hasher) {
        super(shape);
        this.shape = shape;
        this.periodBits = periodBits;
        this.blockBits = blockBits;
        this.leaves = leaves;
        this.hasher = hasher;
    }

    @Override
    Node node(int level, long index) {
        Place place = new Place(level, firstAlike(level, index));
        Node node = calculated.get(place);
        if (node == null) {
            node = level == 0 ? leaves.apply(place.index) : hasher.parent(shape.hash(), children(level, place.index));
            calculated.put(place, node);
        }
        return node;
    }

    /** The first node of the level in the same block that has the same leaves below it. */
    private long firstAlike(int level, long index) {
        int leafBits = 0;
        for (int i = 1; i <= level; i++) {
            leafBits += childBits(i);
        }
        if (leafBits >= blockBits) {
            return index;
        }
        int placeBits = blockBits - leafBits;
        long block = index >>> placeBits << placeBits;
        int alikeBits = Math.max(0, periodBits - leafBits);
        return block | (index & ((1L << alikeBits) - 1));
    }
}
