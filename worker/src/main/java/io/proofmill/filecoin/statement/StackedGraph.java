package io.proofmill.filecoin.statement;

import io.proofmill.filecoin.circuit.PorepCircuit;
import io.proofmill.filecoin.vanilla.Node;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The stacked graph of a PoRep (API versions 1.1 and 1.2): which nodes a label is made of.
 *
 * <p>Source: rust-fil-proofs, {@code storage-proofs-core/src/drgraph.rs}, {@code crypto/feistel.rs} and {@code storage-proofs-porep/src/stacked/vanilla/graph.rs}.
 */
public final class StackedGraph {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int FEISTEL_ROUNDS = 3;
    private static final int DRG_SEED = 28;

    private final long nodes;
    private final byte[] drgSeed;
    private final long[] feistelKeys = new long[FEISTEL_ROUNDS];
    private final int halfBits;

    /** A graph over a power of two of nodes, for one PoRep id. */
    public StackedGraph(long nodes, Node porepId) {
        this.nodes = nodes;
        this.drgSeed = Arrays.copyOf(seed("Filecoin_DRSample", porepId), DRG_SEED);
        byte[] keys = seed("Filecoin_Feistel", porepId);
        for (int i = 0; i < FEISTEL_ROUNDS; i++) {
            feistelKeys[i] = (long) LONG.get(keys, 8 * i);
        }
        int half = 1;
        while (1L << (2 * half) < PorepCircuit.EXPANDER_PARENTS * nodes) {
            half++;
        }
        this.halfBits = half;
    }

    /** The six parents in the base graph, the predecessor first. */
    public long[] drgParents(long node) {
        long[] parents = new long[PorepCircuit.DRG_PARENTS];
        if (node < 2) {
            return parents;
        }
        parents[0] = node - 1;
        int others = parents.length - 1;
        ChaCha random = ChaCha.eight(ByteBuffer.allocate(32)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(drgSeed)
                .putInt((int) node)
                .array());
        long metaNode = node * others;
        int buckets = Long.SIZE - Long.numberOfLeadingZeros(metaNode - 1);
        for (int i = 1; i < parents.length; i++) {
            long bucket = Long.remainderUnsigned(random.nextLong(), buckets) + 1;
            long largest = Math.min(metaNode, 1L << bucket);
            long smallest = Math.max(2, largest >> 1);
            long distance = smallest + Long.remainderUnsigned(random.nextLong(), largest - smallest + 1);
            long parent = (metaNode - distance) / others;
            parents[i] = parent == node ? node - 1 : parent;
        }
        return parents;
    }

    /** The eight parents in the layer below. */
    public long[] expanderParents(long node) {
        long[] parents = new long[PorepCircuit.EXPANDER_PARENTS];
        for (int i = 0; i < parents.length; i++) {
            long place = node * parents.length + i;
            do {
                place = feistel(place);
            } while (place >= nodes * parents.length);
            parents[i] = place / parents.length;
        }
        return parents;
    }

    /** A permutation of the numbers of {@code 2 * halfBits} bits. */
    private long feistel(long index) {
        long mask = (1L << halfBits) - 1;
        long left = index >>> halfBits & mask;
        long right = index & mask;
        for (long key : feistelKeys) {
            byte[] hash = Blake2b.of(
                    ByteBuffer.allocate(16).putLong(right).putLong(key).array());
            long mixed = left ^ (ByteBuffer.wrap(hash).getLong() & mask);
            left = right;
            right = mixed;
        }
        return left << halfBits | right;
    }

    private static byte[] seed(String domain, Node porepId) {
        return Sha256.of(domain.getBytes(StandardCharsets.US_ASCII), porepId.bytes());
    }
}
