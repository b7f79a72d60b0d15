package io.proofmill.filecoin.circuit;

import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Gadget;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.Wire;
import io.proofmill.r1cs.gadget.Booleans;
import java.util.ArrayList;
import java.util.List;

/**
 * One step up a Merkle path that makes its own variables: place bits, then siblings, then {@link MerkleStep}. Argument: node; results: the parent, then the place bits. Rows: one a bit more than {@link MerkleStep}.
 *
 * <p>Source: rust-fil-proofs, {@code SubPath::synthesize} in {@code storage-proofs-core/src/gadgets/por.rs}.
 */
record OpeningStep(TreeHash hash, int arity) implements Gadget {
    @Override
    public List<Wire> synthesize(ConstraintSystem cs, List<? extends Wire> arguments) {
        List<Bit> place = new ArrayList<>();
        for (int i = 0; i < TreeShape.bits(arity); i++) {
            place.add(Booleans.alloc(cs));
        }
        List<Num> siblings = new ArrayList<>();
        for (int i = 1; i < arity; i++) {
            siblings.add(cs.alloc());
        }
        List<Wire> results = new ArrayList<>();
        results.add(new MerkleStep(hash, arity).up(cs, (Num) arguments.getFirst(), place, siblings));
        results.addAll(place);
        return results;
    }
}
