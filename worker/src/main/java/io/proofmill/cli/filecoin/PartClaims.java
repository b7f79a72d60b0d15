package io.proofmill.cli.filecoin;

import io.proofmill.filecoin.format.ProofBytes;
import io.proofmill.filecoin.statement.Statement;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.groth16.Claim;
import io.proofmill.groth16.Proof;
import java.util.ArrayList;
import java.util.List;

/** What the parts of a proof claim, as the chain sees it: the public inputs are the statement's, never the prover's. */
final class PartClaims {
    private PartClaims() {}

    /** One claim a part. {@code proof} holds the parts' bytes one after the other. */
    static List<Claim> of(Statement statement, byte[] proof) {
        List<List<Node>> inputs = statement.publicInputs();
        List<Proof> parts = ProofBytes.read(proof, inputs.size());
        List<Claim> claims = new ArrayList<>();
        for (int part = 0; part < inputs.size(); part++) {
            claims.add(new Claim(inputs.get(part).stream().map(Node::value).toList(), parts.get(part)));
        }
        return claims;
    }
}
