package io.proofmill.filecoin.circuit;

import io.proofmill.filecoin.vanilla.FieldArithmetic;
import io.proofmill.filecoin.vanilla.MerklePath;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.r1cs.WitnessWriter;
import io.proofmill.r1cs.gadget.Poseidon;
import io.proofmill.r1cs.gadget.PoseidonHasher;
import io.proofmill.r1cs.gadget.Sha256Witness;
import io.proofmill.r1cs.gadget.ToBits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Values of the variables of a stretch of circuit: one method a gadget, each writes what the gadget's variables hold and returns its result. Inputs and private variables are written to places of their own. Not thread-safe: one for
 * each stretch.
 */
final class Values {
    /** Words of create_label's message, the longest that is hashed. */
    private static final int LONGEST_MESSAGE = 8 * (2 + CreateLabel.PARENTS);

    /** The constant zero above a number's 255 bits, in the last of its eight big-endian words. */
    private static final int TOP_BIT = 1 << 7;

    final WitnessWriter inputs;
    final WitnessWriter out;
    private final Sha256Witness sha256 = new Sha256Witness(LONGEST_MESSAGE);
    private final Map<Poseidon, PoseidonHasher> hashers = new HashMap<>();
    private final long[] digest = new long[4];

    Values(WitnessWriter inputs, WitnessWriter out) {
        this.inputs = inputs;
        this.out = out;
    }

    /** A variable. */
    Node alloc(Node value) {
        out.value(value.w0(), value.w1(), value.w2(), value.w3());
        return value;
    }

    List<Node> alloc(List<Node> values) {
        values.forEach(this::alloc);
        return values;
    }

    /** A variable that is a public input too. */
    Node allocPublic(Node value) {
        alloc(value);
        input(value);
        return value;
    }

    void input(Node value) {
        inputs.value(value.w0(), value.w1(), value.w2(), value.w3());
    }

    /** {@link ToBits}. */
    void bits(Node value) {
        for (int i = 0; i < 3; i++) {
            out.bits(value.limb(i), Long.SIZE);
        }
        out.bits(value.w3(), ToBits.BITS - 3 * Long.SIZE);
    }

    /** {@code a + b}, a variable. */
    Node sum(Node a, Node b) {
        return alloc(FieldArithmetic.sum(a, b));
    }

    /** {@code a * b}, a variable. */
    Node product(Node a, Node b) {
        return alloc(FieldArithmetic.product(a, b));
    }

    Node poseidon(Poseidon poseidon, List<Node> preimage) {
        long[] words = new long[4 * preimage.size()];
        for (int i = 0; i < preimage.size(); i++) {
            preimage.get(i).copyTo(words, 4 * i);
        }
        hashers.computeIfAbsent(poseidon, PoseidonHasher::new).hash(words, digest, out);
        return Node.of(digest);
    }

    /** {@link TreeHash}. */
    Node treeHash(TreeHash hash, List<Node> children) {
        if (hash == TreeHash.POSEIDON) {
            return poseidon(Poseidon.merkleTree(children.size()), children);
        }
        for (Node child : children) {
            bits(child);
            message(child);
        }
        return packedDigest();
    }

    /** {@link CreateLabel}; the bits of its arguments are variables already. */
    Node label(Node replicaId, int layer, long node, List<Node> parents) {
        message(replicaId);
        sha256.constant(layer);
        sha256.variable((int) (node >>> Integer.SIZE));
        sha256.variable((int) node);
        for (int i = 0; i < 5; i++) {
            sha256.constant(0);
        }
        for (int i = 0; i < CreateLabel.PARENTS; i++) {
            message(parents.get(i % parents.size()));
        }
        return packedDigest();
    }

    /** {@link Inclusion#prove}: the path's own variables and the input for the leaf's index. */
    void inclusion(TreeHash hash, MerklePath path) {
        Node node = path.leaf();
        for (MerklePath.Step step : path.steps()) {
            out.bits(step.index(), TreeShape.bits(step.arity()));
            alloc(step.siblings());
            node = up(hash, step, node);
        }
        inputs.value(path.leafIndex());
    }

    /** {@link Inclusion#proveKnownPath}: index bits and siblings are variables already. */
    Node knownPath(TreeHash hash, List<MerklePath.Step> steps, Node leaf) {
        Node node = leaf;
        for (MerklePath.Step step : steps) {
            node = up(hash, step, node);
        }
        return node;
    }

    private Node up(TreeHash hash, MerklePath.Step step, Node node) {
        List<Boolean> place = new ArrayList<>();
        for (int i = 0; i < TreeShape.bits(step.arity()); i++) {
            place.add((step.index() >>> i & 1) != 0);
        }
        return treeHash(hash, Insert.insert(new ValueChoices(out), node, place, step.siblings()));
    }

    private void message(Node value) {
        for (int i = 0; i < 8; i++) {
            int littleEndian = (int) (value.limb(i / 2) >>> (Integer.SIZE * (i % 2)));
            int word = Integer.reverseBytes(littleEndian);
            if (i == 7) {
                sha256.partlyKnown(word, TOP_BIT);
            } else {
                sha256.variable(word);
            }
        }
    }

    /** The digest cut to 254 bits, as a variable. */
    private Node packedDigest() {
        int[] words = sha256.hash(out);
        long[] limbs = new long[4];
        for (int i = 0; i < words.length; i++) {
            long littleEndian = Integer.reverseBytes(words[i]) & 0xffff_ffffL;
            limbs[i / 2] |= littleEndian << (Integer.SIZE * (i % 2));
        }
        return alloc(Node.of(limbs).truncated());
    }
}
