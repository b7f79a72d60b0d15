package io.proofmill.filecoin.vanilla;

import java.util.List;

/**
 * The vanilla proof of one part of EmptySectorUpdate.
 *
 * @param apexLeaves the nodes of the new TreeD that this part's challenges lead to
 */
public record SnapPart(Node commC, List<Node> apexLeaves, List<Challenge> challenges) {
    public SnapPart {
        apexLeaves = List.copyOf(apexLeaves);
        challenges = List.copyOf(challenges);
    }

    /**
     * One challenged node.
     *
     * @param oldReplica in the TreeR of before
     * @param data in the new TreeD
     * @param newReplica in the new TreeR
     */
    public record Challenge(MerklePath oldReplica, MerklePath data, MerklePath newReplica) {}
}
