package io.proofmill.filecoin.circuit;

import io.proofmill.filecoin.SectorSize;
import java.util.ArrayList;
import java.util.List;

/**
 * A Merkle tree of trees: base trees of one arity, joined by at most one sub node and one top node.
 *
 * @param leaves a power of two
 * @param sub arity of the node above the base trees, 0 when there is one base tree
 * @param top arity of the node above that, 0 when there is none
 */
public record TreeShape(TreeHash hash, long leaves, int base, int sub, int top) {
    /** TreeC and TreeR of a sector. */
    public static TreeShape replica(SectorSize size) {
        return new TreeShape(TreeHash.POSEIDON, size.nodes(), SectorSize.BASE_ARITY, size.subArity(), size.topArity());
    }

    /** TreeD of a sector. */
    public static TreeShape data(SectorSize size) {
        return binarySha256(size.nodes());
    }

    static TreeShape binarySha256(long leaves) {
        return new TreeShape(TreeHash.SHA256, leaves, 2, 0, 0);
    }

    /** Arities of the nodes on the way from a leaf to the root. */
    public List<Integer> arities() {
        List<Integer> arities = new ArrayList<>();
        int above = bits(sub) + bits(top);
        for (int left = bits(leaves) - above; left > 0; left -= bits(base)) {
            arities.add(base);
        }
        if (sub > 0) {
            arities.add(sub);
        }
        if (top > 0) {
            arities.add(top);
        }
        return arities;
    }

    static int bits(long powerOfTwo) {
        return powerOfTwo == 0 ? 0 : Long.numberOfTrailingZeros(powerOfTwo);
    }
}
