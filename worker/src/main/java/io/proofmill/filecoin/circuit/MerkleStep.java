package io.proofmill.filecoin.circuit;

import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Gadget;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.Wire;
import java.util.ArrayList;
import java.util.List;

/**
 * One step up a Merkle path whose place and siblings are variables already. Arguments: node, place bits least significant first, siblings; result: the parent. Rows: {@link Insert} and the hash, 527 for Poseidon of arity 8, 45,381 for
 * SHA-256.
 *
 * <p>Source: rust-fil-proofs, {@code por_no_challenge_input}.
 */
record MerkleStep(TreeHash hash, int arity) implements Gadget {
    Num up(ConstraintSystem cs, Num node, List<? extends Bit> place, List<Num> siblings) {
        List<Wire> arguments = new ArrayList<>();
        arguments.add(node);
        arguments.addAll(place);
        arguments.addAll(siblings);
        return (Num) cs.instance(this, arguments).getFirst();
    }

    @Override
    public List<Wire> synthesize(ConstraintSystem cs, List<? extends Wire> arguments) {
        int bits = TreeShape.bits(arity);
        Num node = (Num) arguments.getFirst();
        List<Bit> place =
                arguments.subList(1, 1 + bits).stream().map(Bit.class::cast).toList();
        List<Num> siblings = arguments.subList(1 + bits, arguments.size()).stream()
                .map(Num.class::cast)
                .toList();
        return List.of(hash.hash(cs, Insert.insert(new ConstrainedChoices(cs), node, place, siblings)));
    }
}
