package io.proofmill.filecoin.statement;

import io.proofmill.filecoin.vanilla.Node;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Synthetic PoRep: the replica decides on a large set of challenges ahead of time, the chain's seed picks from it.
 *
 * <p>Source: FIP-0059; rust-fil-proofs, {@code storage-proofs-porep/src/stacked/vanilla/challenges.rs}.
 */
final class SyntheticChallenges {
    private static final int MOST = 1 << 18;
    private static final int KEY = 32;
    private static final int PICKS_A_BLOCK = 16;
    private static final byte[] NONCE = ascii("synth-porep\0");
    private static final byte[] GENERATION = ascii("filecoin.io|PoRep|1|Synthetic|1|Generation");
    private static final byte[] SELECTION = ascii("filecoin.io|PoRep|1|Synthetic|1|Selection");

    private final long nodes;
    private final int size;
    private final Node replicaId;
    private final ChaCha generation;

    SyntheticChallenges(long nodes, Node replicaId, Node commR) {
        this(nodes, replicaId, commR, (int) Math.min(nodes, MOST));
    }

    /** @param size of the set */
    SyntheticChallenges(long nodes, Node replicaId, Node commR, int size) {
        this.nodes = nodes;
        this.size = size;
        this.replicaId = replicaId;
        this.generation = stream(GENERATION, replicaId, commR);
    }

    /** The i-th challenge of the set: each block of the stream makes two. */
    long challenge(int i) {
        generation.seek(i / 2);
        ByteBuffer block = ByteBuffer.allocate(2 * Node.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        while (block.hasRemaining()) {
            block.putInt(generation.nextInt());
        }
        return PorepStatement.node(Node.of(block.array(), i % 2 * Node.BYTES), nodes);
    }

    /** The challenges that a seed picks, from the first-th on. */
    List<Long> picked(Node seed, int first, int count) {
        ChaCha selection = stream(SELECTION, replicaId, seed).seek(first / PICKS_A_BLOCK);
        for (int i = 0; i < first % PICKS_A_BLOCK; i++) {
            selection.nextInt();
        }
        List<Long> picked = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            picked.add(challenge(Integer.remainderUnsigned(selection.nextInt(), size)));
        }
        return picked;
    }

    private static ChaCha stream(byte[] purpose, Node a, Node b) {
        byte[] key =
                new Blake2b(KEY, purpose).update(a.bytes()).update(b.bytes()).digest();
        return ChaCha.twenty(key, NONCE);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
