package io.proofmill.filecoin.circuit;

import io.proofmill.filecoin.vanilla.MerklePath;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.PostSector;
import io.proofmill.math.Parallel;
import io.proofmill.math.Work;
import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.WitnessWriter;
import io.proofmill.r1cs.gadget.Poseidon;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Values of {@link PostCircuit}. Sectors have stretches of equal length and are filled side by side.
 *
 * @param sectors as many as the circuit holds
 */
public record PostSynthesis(Circuit circuit, List<PostSector> sectors) implements Synthesis {
    public PostSynthesis {
        sectors = List.copyOf(sectors);
    }

    @Override
    public void fill(MemorySegment values, Work work) {
        Values shared = new Values(new WitnessWriter(values, 0), new WitnessWriter(values, circuit.inputs()));
        shared.input(Node.of(1));
        Stretches stretches = Stretches.after(shared, circuit, sectors.size());
        Parallel.forRanges(sectors.size(), 1, work, (from, to) -> {
            Values own = stretches.at(values, from);
            sector(own, sectors.get((int) from));
            stretches.requireFilled(own, from);
        });
    }

    private static void sector(Values on, PostSector sector) {
        on.alloc(sector.commRLast());
        on.alloc(sector.commC());
        on.allocPublic(sector.commR());
        on.poseidon(Poseidon.merkleTree(2), List.of(sector.commC(), sector.commRLast()));
        for (MerklePath opening : sector.openings()) {
            on.alloc(opening.leaf());
            on.inclusion(TreeHash.POSEIDON, opening);
        }
    }
}
