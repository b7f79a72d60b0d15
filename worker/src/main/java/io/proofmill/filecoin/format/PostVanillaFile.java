package io.proofmill.filecoin.format;

import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.vanilla.MerklePath;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.PostSector;
import java.util.List;

/** A sector's vanilla proof for WindowPoSt or WinningPoSt: bincode of {@code FallbackPoStSectorProof}. */
public final class PostVanillaFile {
    private static final int SMALLEST_PROOF = 4 + 2 * Node.BYTES + 8;
    private static final int SMALLEST_SECTOR = 8 + 2 * Node.BYTES;

    private PostVanillaFile() {}

    /**
     * Reads a whole file.
     *
     * @param name of the file, for failures
     * @throws io.proofmill.math.BadInputException MALFORMED_FILE
     */
    public static PostSector read(String name, byte[] bytes) {
        Bincode in = new Bincode(name, bytes);
        long sectorId = in.u64("the sector number");
        Node commR = in.node("comm_r");
        List<PostSector> sectors = in.list("sectors", SMALLEST_SECTOR, () -> sector(in, sectorId, commR));
        if (sectors.size() != 1) {
            throw in.malformed("the proof of one sector", sectors.size() + " sectors");
        }
        in.end();
        return sectors.getFirst();
    }

    /** The bytes that {@link #read} reads. */
    public static byte[] write(PostSector sector, SectorSize size) {
        BincodeOutput out = new BincodeOutput(size);
        return out.u64(sector.sectorId())
                .node(sector.commR())
                .u64(1)
                .list(sector.openings(), out::replicaProof)
                .node(sector.commC())
                .node(sector.commRLast())
                .bytes();
    }

    private static PostSector sector(Bincode in, long sectorId, Node commR) {
        List<MerklePath> openings =
                in.list("inclusion proofs", SMALLEST_PROOF, () -> in.merkleProof("an inclusion proof"));
        Node commC = in.node("comm_c");
        Node commRLast = in.node("comm_r_last");
        return new PostSector(sectorId, commR, commC, commRLast, openings);
    }
}
