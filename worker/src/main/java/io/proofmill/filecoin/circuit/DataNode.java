package io.proofmill.filecoin.circuit;

import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Gadget;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.Wire;
import java.util.List;

/** A node of TreeD from its two children as one instance: 45,379 rows, {@link TreeHash#SHA256}. */
record DataNode() implements Gadget {
    @Override
    public List<Wire> synthesize(ConstraintSystem cs, List<? extends Wire> arguments) {
        return List.of(
                TreeHash.SHA256.hash(cs, arguments.stream().map(Num.class::cast).toList()));
    }
}
