package io.proofmill.filecoin.statement;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.vanilla.Node;
import java.util.List;

/** What a proof claims, in the terms of whoever verifies it. */
public sealed interface Statement permits PorepStatement, PostStatement, SnapStatement {
    FilecoinCircuit circuit();

    /** Whose sectors it is about. */
    Subject subject();

    /** The public inputs of each part, without ONE. */
    List<List<Node>> publicInputs();
}
