package io.proofmill.filecoin.format;

import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.PorepPart;
import java.util.List;

/**
 * What C1 hands to C2: {@code SealCommitPhase1Output} of filecoin-proofs-api.
 *
 * @param registeredProof such as {@code StackedDrg32GiBV1_1}
 * @param size the sector's, as the registered proof says
 */
public record C1Output(
        String registeredProof,
        SectorSize size,
        List<PorepPart> parts,
        Node commR,
        Node commD,
        Node replicaId,
        Node seed,
        Node ticket) {
    public C1Output {
        parts = List.copyOf(parts);
    }
}
