package io.proofmill.filecoin.check;

import io.proofmill.filecoin.circuit.TreeShape;
import io.proofmill.filecoin.statement.PostStatement;
import io.proofmill.filecoin.vanilla.PostSector;
import io.proofmill.math.Parallel;
import io.proofmill.math.Work;
import java.util.List;

/** Verifies vanilla proofs of WindowPoSt and WinningPoSt against their statement. */
public final class PostCheck {
    private PostCheck() {}

    /**
     * The sectors of a part, in the statement's order, checked side by side.
     *
     * @throws io.proofmill.math.BadInputException INVALID_WITNESS naming the sector and the check that failed
     */
    public static void require(PostStatement statement, List<PostSector> sectors, Work work) {
        new Checks("the part")
                .equal("the number of sectors", statement.sectors().size(), sectors.size());
        Parallel.forRanges(
                sectors.size(), 1, work, (from, to) -> sector(statement, (int) from, sectors.get((int) from)));
    }

    private static void sector(PostStatement statement, int place, PostSector sector) {
        PostStatement.Sector known = statement.sectors().get(place);
        Checks checks = new Checks("sector " + known.id());
        checks.equal("the sector number", known.id(), sector.sectorId());
        checks.equal("comm_r", known.commR(), sector.commR());
        checks.equal(
                "the hash of comm_c and comm_r_last",
                known.commR(),
                checks.hasher().poseidon(List.of(sector.commC(), sector.commRLast())));
        List<Long> challenges = statement.challenges(place);
        checks.equal(
                "the number of inclusion proofs",
                challenges.size(),
                sector.openings().size());
        TreeShape tree = TreeShape.replica(statement.size());
        for (int n = 0; n < challenges.size(); n++) {
            checks.path(
                    "inclusion proof " + n,
                    tree,
                    challenges.get(n),
                    sector.commRLast(),
                    sector.openings().get(n));
        }
    }
}
