package io.proofmill.filecoin.circuit;

import io.proofmill.filecoin.SectorSize;
import io.proofmill.math.CurveId;
import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.CircuitBuilder;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.gadget.Inputize;
import io.proofmill.r1cs.gadget.Poseidon;
import io.proofmill.r1cs.gadget.PoseidonConstants;
import java.util.List;

/**
 * FallbackPoSt: the challenged leaves of sectors are in their TreeR. WindowPoSt takes many sectors of ten challenges, WinningPoSt its one sector 66 times with one challenge each.
 *
 * <p>Inputs: for each sector comm_r, then its challenges. Source: rust-fil-proofs, {@code storage-proofs-post/src/fallback/circuit.rs}.
 */
public final class PostCircuit {
    private PostCircuit() {}

    public static Circuit build(String name, SectorSize size, int sectors, int challenges) {
        CircuitBuilder cs = new CircuitBuilder(name, CurveId.BLS12_381, PoseidonConstants.MODULUS);
        for (int i = 0; i < sectors; i++) {
            sector(cs, TreeShape.replica(size), challenges);
        }
        return cs.build();
    }

    private static void sector(CircuitBuilder cs, TreeShape replica, int challenges) {
        Num commRLast = cs.alloc();
        Num commC = cs.alloc();
        Num commR = cs.alloc();
        Inputize.of(cs, commR);
        Inclusion.equal(cs, commR, Poseidon.merkleTree(2).hash(cs, List.of(commC, commRLast)));
        for (int i = 0; i < challenges; i++) {
            Inclusion.prove(cs, replica, cs.alloc(), commRLast);
        }
    }
}
