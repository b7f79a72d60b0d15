package io.proofmill.filecoin.circuit;

import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.r1cs.WitnessWriter;

/** Choices as values: each writes its variable. */
record ValueChoices(WitnessWriter out) implements Choices<Node, Boolean> {
    @Override
    public Node pick(Boolean condition, Node a, Node b) {
        Node picked = condition ? a : b;
        out.value(picked.w0(), picked.w1(), picked.w2(), picked.w3());
        return picked;
    }

    @Override
    public Boolean and(Boolean a, Boolean b) {
        boolean both = a && b;
        out.value(both ? 1 : 0);
        return both;
    }

    @Override
    public Boolean nor(Boolean a, Boolean b) {
        boolean neither = !a && !b;
        out.value(neither ? 1 : 0);
        return neither;
    }
}
