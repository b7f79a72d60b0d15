package io.proofmill.filecoin.circuit;

import io.proofmill.filecoin.SectorSize;
import io.proofmill.math.CurveId;
import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.CircuitBuilder;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.gadget.AllocBits;
import io.proofmill.r1cs.gadget.Inputize;
import io.proofmill.r1cs.gadget.PackInput;
import io.proofmill.r1cs.gadget.Packing;
import io.proofmill.r1cs.gadget.Poseidon;
import io.proofmill.r1cs.gadget.PoseidonConstants;
import io.proofmill.r1cs.gadget.ToBits;
import java.util.ArrayList;
import java.util.List;

/**
 * One part of a PoRep: the challenged nodes of a sector were labeled, encoded and committed to as StackedDrg says.
 *
 * <p>Inputs: replica id, comm_d, comm_r; for each challenge its index in TreeD, 6 DRG and 8 expander parents in TreeC, the challenge, its index in TreeR and in TreeC. Source: rust-fil-proofs,
 * {@code storage-proofs-porep/src/stacked/circuit/{proof,params}.rs}.
 */
public final class PorepCircuit {
    /** Parents in the base graph. */
    public static final int DRG_PARENTS = 6;

    /** Parents by expansion. */
    public static final int EXPANDER_PARENTS = 8;

    private final CircuitBuilder cs;
    private final SectorSize size;
    private Num commD;
    private Num commC;
    private Num commRLast;
    private List<Bit> replicaId;

    private PorepCircuit(String name, SectorSize size) {
        this.cs = new CircuitBuilder(name, CurveId.BLS12_381, PoseidonConstants.MODULUS);
        this.size = size;
    }

    public static Circuit build(String name, SectorSize size) {
        PorepCircuit circuit = new PorepCircuit(name, size);
        circuit.commitments();
        for (int i = 0; i < size.porep().challenges(); i++) {
            circuit.challenge();
        }
        return circuit.cs.build();
    }

    private void commitments() {
        Num id = input();
        replicaId = Packing.reverseEachByte(ToBits.of(cs, id));
        commD = input();
        Num commR = input();
        commRLast = cs.alloc();
        commC = cs.alloc();
        Num hash = Poseidon.merkleTree(2).hash(cs, List.of(commC, commRLast));
        Inclusion.equal(cs, commR, hash);
    }

    private Num input() {
        Num num = cs.alloc();
        Inputize.of(cs, num);
        return num;
    }

    private void challenge() {
        TreeShape replica = TreeShape.replica(size);
        Num data = cs.alloc();
        Inclusion.prove(cs, TreeShape.data(size), data, commD);
        List<List<Num>> drgParents = columns(DRG_PARENTS);
        List<List<Num>> expanderParents = columns(EXPANDER_PARENTS);
        List<Bit> node = AllocBits.of(cs, Long.SIZE);
        PackInput.pack(cs, node);
        List<Num> labels = new ArrayList<>();
        for (int layer = 1; layer <= size.layers(); layer++) {
            List<List<Bit>> parents = new ArrayList<>(labelBits(drgParents, layer));
            if (layer > 1) {
                parents.addAll(labelBits(expanderParents, layer - 1));
            }
            labels.add(CreateLabel.label(cs, replicaId, layer, node, parents));
        }
        Num encoded = Encode.encode(cs, labels.getLast(), data);
        Inclusion.prove(cs, replica, encoded, commRLast);
        Inclusion.prove(cs, replica, columnHash(labels), commC);
    }

    /** Columns of parents, each shown to be in TreeC. */
    private List<List<Num>> columns(int count) {
        List<List<Num>> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Num> column = new ArrayList<>();
            for (int layer = 0; layer < size.layers(); layer++) {
                column.add(cs.alloc());
            }
            Inclusion.prove(cs, TreeShape.replica(size), columnHash(column), commC);
            columns.add(column);
        }
        return columns;
    }

    private Num columnHash(List<Num> column) {
        return Poseidon.merkleTree(column.size()).hash(cs, column);
    }

    private List<List<Bit>> labelBits(List<List<Num>> columns, int layer) {
        return columns.stream()
                .map(column -> Packing.reverseEachByte(ToBits.of(cs, column.get(layer - 1))))
                .toList();
    }
}
