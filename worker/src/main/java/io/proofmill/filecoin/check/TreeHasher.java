package io.proofmill.filecoin.check;

import io.proofmill.filecoin.circuit.TreeHash;
import io.proofmill.filecoin.vanilla.MerklePath;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.PorepPart;
import io.proofmill.r1cs.gadget.Poseidon;
import io.proofmill.r1cs.gadget.PoseidonHasher;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Hashes of trees, columns and labels on plain values. Not thread-safe: one for each thread. */
public final class TreeHasher {
    private final MessageDigest sha256 = newSha256();
    private final Map<Poseidon, PoseidonHasher> hashers = new HashMap<>();
    private final long[] digest = new long[4];

    /** Poseidon with the tag of Merkle trees. */
    public Node poseidon(List<Node> preimage) {
        return poseidon(Poseidon.merkleTree(preimage.size()), preimage);
    }

    /** Poseidon with another tag. */
    public Node poseidon(Poseidon poseidon, List<Node> preimage) {
        long[] words = new long[4 * preimage.size()];
        for (int i = 0; i < preimage.size(); i++) {
            preimage.get(i).copyTo(words, 4 * i);
        }
        hashers.computeIfAbsent(poseidon, PoseidonHasher::new).hash(words, digest);
        return Node.of(digest);
    }

    /** SHA-256 cut to 254 bits, over pieces joined together. */
    Node truncatedSha256(List<byte[]> pieces) {
        pieces.forEach(sha256::update);
        return Node.of(sha256.digest()).truncated();
    }

    /** A label of the stacked graph; the parents are repeated until there are 37. Source: rust-fil-proofs, {@code storage-proofs-porep/src/stacked/vanilla/create_label}. */
    public Node label(Node replicaId, int layer, long node, List<Node> parents) {
        List<byte[]> message = new ArrayList<>();
        message.add(replicaId.bytes());
        message.add(ByteBuffer.allocate(Node.BYTES).putInt(layer).putLong(node).array());
        for (int i = 0; i < PorepPart.LABEL_PARENTS; i++) {
            message.add(parents.get(i % parents.size()).bytes());
        }
        return truncatedSha256(message);
    }

    /** A node of a tree from its children. */
    public Node parent(TreeHash hash, List<Node> children) {
        return hash == TreeHash.POSEIDON
                ? poseidon(children)
                : truncatedSha256(children.stream().map(Node::bytes).toList());
    }

    /** The root that a path leads to. */
    Node root(TreeHash hash, List<MerklePath.Step> steps, Node leaf) {
        Node node = leaf;
        for (MerklePath.Step step : steps) {
            List<Node> children = new ArrayList<>(step.siblings());
            children.add(step.index(), node);
            node = parent(hash, children);
        }
        return node;
    }

    private static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("a JDK has SHA-256", e);
        }
    }
}
