package io.proofmill.filecoin.statement;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.ProofKind;
import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.circuit.SnapCircuit;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.r1cs.gadget.Packing;
import io.proofmill.r1cs.gadget.PoseidonHasher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The sector's replica was updated from comm_r_old to comm_r_new, so that it encodes the data of comm_d_new.
 *
 * @param choice which of {@link SnapCircuit#highBits} was taken; the network takes {@link #DEFAULT_CHOICE}, but the first for 2KiB, where all are alike
 */
public record SnapStatement(SectorSize size, Node commROld, Node commDNew, Node commRNew, int choice, Subject subject)
        implements Statement {
    /** h = 10. */
    public static final int DEFAULT_CHOICE = 3;

    /** The choice that the network takes for a size. */
    public static int defaultChoice(SectorSize size) {
        return size == SectorSize.KIB_2 ? 0 : DEFAULT_CHOICE;
    }

    @Override
    public FilecoinCircuit circuit() {
        return new FilecoinCircuit(ProofKind.SNAP, size);
    }

    @Override
    public List<List<Node>> publicInputs() {
        return IntStream.range(0, size.snap().parts())
                .mapToObj(part ->
                        List.of(Node.of(part | 1L << (choice + size.snap().partBits())), commROld, commDNew, commRNew))
                .toList();
    }

    /** The nodes that a part opens, all of them in its own stretch of the sector. Source: rust-fil-proofs, {@code storage-proofs-update/src/challenges.rs}. */
    public List<Long> challenges(int part) {
        int bits = size.nodeBits() - size.snap().partBits();
        int perDigest = Packing.BLS12_381_CAPACITY / bits;
        int digests = (size.snap().challenges() + perDigest - 1) / perDigest;
        PoseidonHasher hasher = new PoseidonHasher(SnapCircuit.randomness());
        List<Long> challenges = new ArrayList<>();
        for (int i = 0; i < size.snap().challenges(); i++) {
            Node digest = digest(hasher, (long) part * digests + i / perDigest);
            long random = digest.value().shiftRight(i % perDigest * bits).longValue() & ((1L << bits) - 1);
            challenges.add((long) part << bits | random);
        }
        return challenges;
    }

    private Node digest(PoseidonHasher hasher, long number) {
        long[] words = new long[8];
        commRNew.copyTo(words, 0);
        words[4] = number;
        hasher.hash(words, words);
        return Node.of(words);
    }
}
