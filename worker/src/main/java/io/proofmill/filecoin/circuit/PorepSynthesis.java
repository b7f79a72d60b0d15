package io.proofmill.filecoin.circuit;

import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.PorepPart;
import io.proofmill.math.Parallel;
import io.proofmill.math.Work;
import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.WitnessWriter;
import io.proofmill.r1cs.gadget.Poseidon;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Values of {@link PorepCircuit}. Challenges have stretches of equal length and are filled side by side. */
public record PorepSynthesis(Circuit circuit, Node replicaId, Node commD, Node commR, PorepPart part)
        implements Synthesis {
    @Override
    public void fill(MemorySegment values, Work work) {
        Values shared = new Values(new WitnessWriter(values, 0), new WitnessWriter(values, circuit.inputs()));
        commitments(shared);
        Stretches stretches = Stretches.after(shared, circuit, part.challenges().size());
        Parallel.forRanges(part.challenges().size(), 1, work, (from, to) -> {
            Values own = stretches.at(values, from);
            challenge(own, part.challenges().get((int) from));
            stretches.requireFilled(own, from);
        });
    }

    private void commitments(Values on) {
        on.input(Node.of(1));
        on.allocPublic(replicaId);
        on.bits(replicaId);
        on.allocPublic(commD);
        on.allocPublic(commR);
        on.alloc(part.commRLast());
        on.alloc(part.commC());
        on.poseidon(Poseidon.merkleTree(2), List.of(part.commC(), part.commRLast()));
    }

    private void challenge(Values on, PorepPart.Challenge challenge) {
        on.alloc(challenge.data().leaf());
        on.inclusion(TreeHash.SHA256, challenge.data());
        challenge.drgParents().forEach(parent -> column(on, parent));
        challenge.expanderParents().forEach(parent -> column(on, parent));
        on.out.bits(challenge.node(), Long.SIZE);
        on.input(Node.of(challenge.node()));
        List<Node> labels = labels(on, challenge);
        Node encoded = on.sum(labels.getLast(), challenge.data().leaf());
        on.inclusion(TreeHash.POSEIDON, challenge.replica().withLeaf(encoded));
        Node columnHash = on.poseidon(Poseidon.merkleTree(labels.size()), labels);
        on.inclusion(TreeHash.POSEIDON, challenge.column().inclusion().withLeaf(columnHash));
    }

    private static void column(Values on, PorepPart.Column column) {
        on.alloc(column.labels());
        Node hash = on.poseidon(Poseidon.merkleTree(column.labels().size()), column.labels());
        on.inclusion(TreeHash.POSEIDON, column.inclusion().withLeaf(hash));
    }

    private List<Node> labels(Values on, PorepPart.Challenge challenge) {
        List<Node> labels = new ArrayList<>();
        int layers = challenge.drgParents().getFirst().labels().size();
        for (int layer = 1; layer <= layers; layer++) {
            List<Node> parents = challenge.labelParents(layer);
            parents.forEach(on::bits);
            labels.add(on.label(replicaId, layer, challenge.node(), parents));
        }
        return labels;
    }
}
