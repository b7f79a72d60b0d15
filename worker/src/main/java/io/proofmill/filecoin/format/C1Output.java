package io.proofmill.filecoin.format;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.ProofKind;
import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.statement.PorepVariant;
import io.proofmill.filecoin.statement.RegisteredProof;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.PorepPart;
import java.util.List;

/**
 * What C1 hands to C2: {@code SealCommitPhase1Output} of filecoin-proofs-api.
 *
 * @param size the sector's, as the registered proof says
 * @param variant as the registered proof says
 */
public record C1Output(
        SectorSize size,
        PorepVariant variant,
        List<PorepPart> parts,
        Node commR,
        Node commD,
        Node replicaId,
        Node seed,
        Node ticket) {
    public C1Output {
        parts = List.copyOf(parts);
    }

    /** Such as {@code StackedDrg32GiBV1_1}. */
    public String registeredProof() {
        return RegisteredProof.name(new FilecoinCircuit(ProofKind.POREP, size), variant.version());
    }
}
