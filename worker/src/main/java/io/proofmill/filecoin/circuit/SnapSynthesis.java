package io.proofmill.filecoin.circuit;

import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.vanilla.MerklePath;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.SnapPart;
import io.proofmill.math.Parallel;
import io.proofmill.math.Work;
import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.WitnessWriter;
import io.proofmill.r1cs.gadget.Packing;
import io.proofmill.r1cs.gadget.Poseidon;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Values of {@link SnapCircuit}. Challenges have stretches of equal length and are filled side by side.
 *
 * @param part number of this part
 * @param choice which h of {@link SnapCircuit#highBits} is taken
 */
public record SnapSynthesis(
        Circuit circuit,
        SectorSize size,
        int part,
        int choice,
        Node commROld,
        Node commDNew,
        Node commRNew,
        SnapPart vanilla)
        implements Synthesis {
    @Override
    public void fill(MemorySegment values, Work work) {
        Values shared = new Values(new WitnessWriter(values, 0), new WitnessWriter(values, circuit.inputs()));
        Node phi = commitments(shared);
        apexTree(shared);
        challengeDigests(shared);
        int challenges = vanilla.challenges().size();
        Stretches stretches = Stretches.after(shared, circuit, challenges);
        Parallel.forRanges(challenges, 1, work, (from, to) -> {
            Values own = stretches.at(values, from);
            challenge(own, phi, vanilla.challenges().get((int) from));
            stretches.requireFilled(own, from);
        });
    }

    private Node commitments(Values on) {
        int partBits = size.snap().partBits();
        long partAndChoice = part | 1L << (choice + partBits);
        on.input(Node.of(1));
        on.allocPublic(Node.of(partAndChoice));
        on.out.bits(partAndChoice, partBits + SnapCircuit.H_CHOICES);
        on.alloc(Node.of(part));
        on.allocPublic(commROld);
        on.allocPublic(commDNew);
        on.allocPublic(commRNew);
        Node phi = on.poseidon(SnapCircuit.RANDOMNESS, List.of(commDNew, commROld));
        Node commC = on.alloc(vanilla.commC());
        Node rootROld = on.alloc(first().oldReplica().root());
        Node rootRNew = on.alloc(first().newReplica().root());
        on.alloc(vanilla.apexLeaves());
        partPath().forEach(step -> on.alloc(step.siblings()));
        on.poseidon(Poseidon.merkleTree(2), List.of(commC, rootROld));
        on.poseidon(Poseidon.merkleTree(2), List.of(commC, rootRNew));
        return phi;
    }

    private SnapPart.Challenge first() {
        return vanilla.challenges().getFirst();
    }

    /** From the apex tree's root to comm_d_new: the same for all challenges. */
    private List<MerklePath.Step> partPath() {
        List<MerklePath.Step> steps = first().data().steps();
        return steps.subList(steps.size() - size.snap().partBits(), steps.size());
    }

    private void apexTree(Values on) {
        List<Node> row = vanilla.apexLeaves();
        while (row.size() > 1) {
            List<Node> above = new ArrayList<>();
            for (int i = 0; i < row.size(); i += 2) {
                above.add(on.treeHash(TreeHash.SHA256, row.subList(i, i + 2)));
            }
            row = above;
        }
        on.knownPath(TreeHash.SHA256, partPath(), row.getFirst());
    }

    private void challengeDigests(Values on) {
        int bits = size.nodeBits() - size.snap().partBits();
        int perDigest = Packing.BLS12_381_CAPACITY / bits;
        int digests = (size.snap().challenges() + perDigest - 1) / perDigest;
        for (int j = 0; j < digests; j++) {
            Node number = on.alloc(Node.of((long) part * digests + j));
            on.bits(on.poseidon(SnapCircuit.RANDOMNESS, List.of(commRNew, number)));
        }
    }

    private void challenge(Values on, Node phi, SnapPart.Challenge challenge) {
        long index = challenge.data().leafIndex();
        Node rho = on.poseidon(SnapCircuit.RANDOMNESS, List.of(phi, chosenHighBits(on, index)));
        on.alloc(challenge.oldReplica().leaf());
        on.alloc(challenge.data().leaf());
        Node product = on.product(challenge.data().leaf(), rho);
        Node newLeaf = on.sum(challenge.oldReplica().leaf(), product);
        replicaPath(on, challenge.oldReplica().steps(), challenge.oldReplica().leaf());
        replicaPath(on, challenge.newReplica().steps(), newLeaf);
        int toApex = size.nodeBits() - size.snap().partBits() - size.snap().apexBits();
        List<Boolean> apexIndex = new ArrayList<>();
        for (int i = 0; i < size.snap().apexBits(); i++) {
            apexIndex.add((index >>> (toApex + i) & 1) != 0);
        }
        Selection.select(new ValueChoices(on.out), vanilla.apexLeaves(), apexIndex);
        List<MerklePath.Step> dataSteps = challenge.data().steps().subList(0, toApex);
        dataSteps.forEach(step -> on.alloc(step.siblings()));
        on.knownPath(TreeHash.SHA256, dataSteps, challenge.data().leaf());
    }

    private static void replicaPath(Values on, List<MerklePath.Step> steps, Node leaf) {
        steps.forEach(step -> on.alloc(step.siblings()));
        on.knownPath(TreeHash.POSEIDON, steps, leaf);
    }

    private Node chosenHighBits(Values on, long challenge) {
        int[] hs = SnapCircuit.highBits(size);
        for (int k = 0; k < hs.length; k++) {
            long high = challenge >>> (size.nodeBits() - hs[k]);
            on.alloc(Node.of(high));
            on.alloc(Node.of(k == choice ? high : 0));
        }
        return on.alloc(Node.of(challenge >>> (size.nodeBits() - hs[choice])));
    }
}
