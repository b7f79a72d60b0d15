package io.proofmill.filecoin.format;

import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.vanilla.MerklePath;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.SnapPart;
import java.util.List;

/** The vanilla proof of one part of EmptySectorUpdate: bincode of {@code PartitionProof}. */
public final class SnapVanillaFile {
    private static final int SMALLEST_CHALLENGE = 3 * (4 + 2 * Node.BYTES + 8);

    private SnapVanillaFile() {}

    /**
     * Reads a whole file.
     *
     * @param name of the file, for failures
     * @throws io.proofmill.math.BadInputException MALFORMED_FILE
     */
    public static SnapPart read(String name, byte[] bytes) {
        Bincode in = new Bincode(name, bytes);
        Node commC = in.node("comm_c");
        List<Node> apexLeaves = in.list("apex leaves", Node.BYTES, () -> in.node("an apex leaf"));
        List<SnapPart.Challenge> challenges = in.list("challenges", SMALLEST_CHALLENGE, () -> challenge(in));
        in.end();
        return new SnapPart(commC, apexLeaves, challenges);
    }

    /** The bytes that {@link #read} reads. */
    public static byte[] write(SnapPart part, SectorSize size) {
        BincodeOutput out = new BincodeOutput(size);
        return out.node(part.commC())
                .list(part.apexLeaves(), out::node)
                .list(
                        part.challenges(),
                        challenge -> out.replicaProof(challenge.oldReplica())
                                .merkleProof(MerkleForm.SINGLE, challenge.data())
                                .replicaProof(challenge.newReplica()))
                .bytes();
    }

    private static SnapPart.Challenge challenge(Bincode in) {
        MerklePath oldReplica = in.merkleProof("the old replica's inclusion proof");
        MerklePath data = in.merkleProof("the new data's inclusion proof");
        MerklePath newReplica = in.merkleProof("the new replica's inclusion proof");
        return new SnapPart.Challenge(oldReplica, data, newReplica);
    }
}
