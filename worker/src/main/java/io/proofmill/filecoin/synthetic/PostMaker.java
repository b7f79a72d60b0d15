package io.proofmill.filecoin.synthetic;

import io.proofmill.filecoin.ProofKind;
import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.check.TreeHasher;
import io.proofmill.filecoin.circuit.TreeShape;
import io.proofmill.filecoin.format.PostVanillaFile;
import io.proofmill.filecoin.statement.PostStatement;
import io.proofmill.filecoin.statement.Subject;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.PostSector;
import io.proofmill.math.Parallel;
import io.proofmill.math.Work;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/** A WindowPoSt or WinningPoSt over sectors that exist only where they are opened. */
final class PostMaker {
    private PostMaker() {}

    static SyntheticProof make(ProofKind kind, SectorSize size, int count, RandomNodes random) {
        List<PostStatement.Sector> unsealed = LongStream.rangeClosed(1, count)
                .mapToObj(id -> new PostStatement.Sector(id, Node.ZERO))
                .toList();
        PostStatement open = new PostStatement(
                kind,
                size,
                random.forPurpose("randomness").at(),
                unsealed,
                PostStatement.Numbering.PER_SECTOR,
                Subject.NONE);
        PostSector[] sectors = new PostSector[count];
        Parallel.forRanges(
                count, 1, Work.UNATTENDED, (from, to) -> sectors[(int) from] = sector(open, (int) from, random));
        return new SyntheticProof(publicJson(open, List.of(sectors)), files(size, List.of(sectors)));
    }

    private static PostSector sector(PostStatement statement, int place, RandomNodes random) {
        TreeHasher hasher = new TreeHasher();
        long id = statement.sectors().get(place).id();
        List<Long> challenges = statement.challenges(place);
        Map<Long, Node> leaves = new HashMap<>();
        challenges.forEach(leaf -> leaves.put(leaf, random.forPurpose("leaf").at(id, leaf)));
        SyntheticTree tree = new SparseTree(
                TreeShape.replica(statement.size()), leaves, random.forPurpose("replica of sector " + id), hasher);
        Node commC = random.forPurpose("comm_c").at(id);
        Node commR = hasher.poseidon(List.of(commC, tree.root()));
        return new PostSector(
                id,
                commR,
                commC,
                tree.root(),
                challenges.stream().map(tree::path).toList());
    }

    private static List<SyntheticProof.File> files(SectorSize size, List<PostSector> sectors) {
        return sectors.stream()
                .map(sector -> new SyntheticProof.File(
                        "sector-" + sector.sectorId() + ".vanilla.bin", PostVanillaFile.write(sector, size)))
                .toList();
    }

    private static String publicJson(PostStatement statement, List<PostSector> sectors) {
        return new PublicJson()
                .number("sector_size", statement.size().bytes())
                .node("prover_id", Subject.proverId(SyntheticProof.MINER))
                .text("api_version", statement.kind() == ProofKind.WINDOW ? "1.2.0" : "1.0.0")
                .node("randomness", statement.randomness())
                .objects(
                        "sectors",
                        sectors.stream()
                                .map(sector -> new PublicJson()
                                        .number("sector_id", sector.sectorId())
                                        .node("comm_r", sector.commR()))
                                .toList())
                .toString();
    }
}
