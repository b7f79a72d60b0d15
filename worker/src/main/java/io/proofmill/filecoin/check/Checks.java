package io.proofmill.filecoin.check;

import io.proofmill.filecoin.circuit.TreeShape;
import io.proofmill.filecoin.vanilla.MerklePath;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.util.List;

/** What the checks of all kinds have in common. Every failure is INVALID_WITNESS and names the place and the check. */
final class Checks {
    private final TreeHasher hasher = new TreeHasher();
    private final String where;

    /** The place that failures name, such as "part 3, challenge 17". */
    Checks(String where) {
        this.where = where;
    }

    TreeHasher hasher() {
        return hasher;
    }

    void equal(String what, Node expected, Node found) {
        if (!expected.equals(found)) {
            throw invalid(what + " is " + found + ", expected " + expected);
        }
    }

    void equal(String what, long expected, long found) {
        if (expected != found) {
            throw invalid(what + " is " + found + ", expected " + expected);
        }
    }

    /** The path has the tree's shape, opens leaf {@code index} and leads to {@code root}. */
    void path(String what, TreeShape tree, long index, Node root, MerklePath path) {
        shape(what, tree, path);
        equal("the leaf index of " + what, index, path.leafIndex());
        equal("the root of " + what, root, path.root());
        equal("the root that " + what + " leads to", root, hasher.root(tree.hash(), path.steps(), path.leaf()));
    }

    private void shape(String what, TreeShape tree, MerklePath path) {
        List<Integer> arities =
                path.steps().stream().map(MerklePath.Step::arity).toList();
        if (!arities.equals(tree.arities())) {
            throw invalid(what + " has nodes of " + arities + " children, expected " + tree.arities());
        }
    }

    BadInputException invalid(String sentence) {
        return new BadInputException(ReasonCode.INVALID_WITNESS, where + ": " + sentence);
    }
}
