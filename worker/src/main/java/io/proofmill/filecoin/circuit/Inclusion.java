package io.proofmill.filecoin.circuit;

import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.Wire;
import io.proofmill.r1cs.gadget.Booleans;
import io.proofmill.r1cs.gadget.PackInput;
import java.util.ArrayList;
import java.util.List;

/**
 * A leaf is in a tree.
 *
 * <p>Source: rust-fil-proofs, {@code storage-proofs-core/src/gadgets/por.rs}.
 */
final class Inclusion {
    private Inclusion() {}

    /** The leaf's index becomes a public input; the root is a variable. Rows over 64 leaves: 1,062 for arity 8, 272,294 for SHA-256. */
    static void prove(ConstraintSystem cs, TreeShape tree, Num leaf, Num root) {
        Num node = ascend(cs, tree, leaf);
        equal(cs, node, root);
    }

    /** The same with a root of its own, made where bellperson makes it: after the path. */
    static void proveToNewRoot(ConstraintSystem cs, TreeShape tree, Num leaf) {
        Num node = ascend(cs, tree, leaf);
        equal(cs, node, cs.alloc());
    }

    /** Index bits and siblings are variables already and no input is made. Rows over 64 leaves: 1,055 for arity 8. */
    static void proveKnownPath(
            ConstraintSystem cs, TreeHash hash, Num leaf, List<? extends Bit> index, List<List<Num>> path, Num root) {
        Num node = leaf;
        int used = 0;
        for (List<Num> siblings : path) {
            MerkleStep step = new MerkleStep(hash, siblings.size() + 1);
            int bits = TreeShape.bits(step.arity());
            node = step.up(cs, node, index.subList(used, used + bits), siblings);
            used += bits;
        }
        equal(cs, node, root);
    }

    /** {@code a * ONE = b}. */
    static void equal(ConstraintSystem cs, Num a, Num b) {
        cs.enforce(a.lc(), Booleans.one(), b.lc());
    }

    private static Num ascend(ConstraintSystem cs, TreeShape tree, Num leaf) {
        Num node = leaf;
        List<Bit> index = new ArrayList<>();
        for (int arity : tree.arities()) {
            List<Wire> results = cs.instance(new OpeningStep(tree.hash(), arity), List.of(node));
            node = (Num) results.getFirst();
            index.addAll(Wire.bits(results.subList(1, results.size())));
        }
        PackInput.pack(cs, index);
        return node;
    }
}
