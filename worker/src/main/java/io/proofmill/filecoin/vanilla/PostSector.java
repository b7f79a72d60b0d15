package io.proofmill.filecoin.vanilla;

import java.util.List;

/**
 * The vanilla proof of one sector in WindowPoSt or WinningPoSt.
 *
 * @param openings the challenged leaves in TreeR
 */
public record PostSector(long sectorId, Node commR, Node commC, Node commRLast, List<MerklePath> openings) {
    public PostSector {
        openings = List.copyOf(openings);
    }

    /** The sector once for each opening: WinningPoSt's circuit takes its one sector so. */
    public List<PostSector> oneOpeningEach() {
        return openings.stream()
                .map(opening -> new PostSector(sectorId, commR, commC, commRLast, List.of(opening)))
                .toList();
    }
}
