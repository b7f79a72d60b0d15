package io.proofmill.filecoin.check;

import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.circuit.SnapCircuit;
import io.proofmill.filecoin.circuit.TreeHash;
import io.proofmill.filecoin.circuit.TreeShape;
import io.proofmill.filecoin.statement.SnapStatement;
import io.proofmill.filecoin.vanilla.FieldArithmetic;
import io.proofmill.filecoin.vanilla.MerklePath;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.SnapPart;
import io.proofmill.math.Parallel;
import io.proofmill.math.Work;
import io.proofmill.r1cs.gadget.Poseidon;
import java.util.ArrayList;
import java.util.List;

/** Verifies the vanilla proof of an EmptySectorUpdate part against its statement. */
public final class SnapCheck {
    private final SnapStatement statement;
    private final SectorSize size;
    private final int number;
    private final SnapPart part;
    private final Checks common;

    private SnapCheck(SnapStatement statement, int number, SnapPart part) {
        this.statement = statement;
        this.size = statement.size();
        this.number = number;
        this.part = part;
        this.common = new Checks("part " + number);
    }

    /**
     * One part, its challenges side by side.
     *
     * @throws io.proofmill.math.BadInputException INVALID_WITNESS naming the challenge and the check that failed
     */
    public static void require(SnapStatement statement, int number, SnapPart part, Work work) {
        new SnapCheck(statement, number, part).run(work);
    }

    private void run(Work work) {
        List<Long> nodes = statement.challenges(number);
        common.equal("the number of challenges", nodes.size(), part.challenges().size());
        common.equal(
                "the number of apex leaves",
                size.snap().apexLeaves(),
                part.apexLeaves().size());
        Node rootROld = part.challenges().getFirst().oldReplica().root();
        Node rootRNew = part.challenges().getFirst().newReplica().root();
        commitment("comm_r_old", statement.commROld(), rootROld);
        commitment("comm_r_new", statement.commRNew(), rootRNew);
        Node phi = common.hasher().poseidon(randomness(), List.of(statement.commDNew(), statement.commROld()));
        Parallel.forRanges(nodes.size(), 1, work, (from, to) -> {
            int i = (int) from;
            Checks checks = new Checks("part " + number + ", challenge " + i);
            challenge(checks, nodes.get(i), part.challenges().get(i), rootROld, rootRNew, phi);
        });
        apexTree();
    }

    private static Poseidon randomness() {
        return SnapCircuit.randomness();
    }

    private void commitment(String what, Node commitment, Node root) {
        common.equal(
                "the hash of comm_c and the root of " + what,
                commitment,
                common.hasher().poseidon(List.of(part.commC(), root)));
    }

    private void challenge(
            Checks checks, long node, SnapPart.Challenge challenge, Node rootROld, Node rootRNew, Node phi) {
        TreeShape replica = TreeShape.replica(size);
        checks.path("the old replica's inclusion proof", replica, node, rootROld, challenge.oldReplica());
        checks.path("the new replica's inclusion proof", replica, node, rootRNew, challenge.newReplica());
        checks.path(
                "the new data's inclusion proof", TreeShape.data(size), node, statement.commDNew(), challenge.data());
        long high = node >>> (size.nodeBits() - SnapCircuit.highBits(size)[statement.choice()]);
        Node rho = checks.hasher().poseidon(randomness(), List.of(phi, Node.of(high)));
        Node encoded = FieldArithmetic.sum(
                challenge.oldReplica().leaf(),
                FieldArithmetic.product(challenge.data().leaf(), rho));
        checks.equal("the new replica's leaf", encoded, challenge.newReplica().leaf());
        int toApex = size.nodeBits() - size.snap().partBits() - size.snap().apexBits();
        Node apexLeaf = checks.hasher()
                .root(
                        TreeHash.SHA256,
                        challenge.data().steps().subList(0, toApex),
                        challenge.data().leaf());
        int place = (int) (node >>> toApex) & (size.snap().apexLeaves() - 1);
        checks.equal("apex leaf " + place, apexLeaf, part.apexLeaves().get(place));
    }

    /** The tree over the apex leaves leads to comm_d_new too. */
    private void apexTree() {
        List<Node> row = part.apexLeaves();
        while (row.size() > 1) {
            List<Node> above = new ArrayList<>();
            for (int i = 0; i < row.size(); i += 2) {
                above.add(common.hasher().parent(TreeHash.SHA256, row.subList(i, i + 2)));
            }
            row = above;
        }
        List<MerklePath.Step> steps = part.challenges().getFirst().data().steps();
        Node root = common.hasher()
                .root(
                        TreeHash.SHA256,
                        steps.subList(steps.size() - size.snap().partBits(), steps.size()),
                        row.getFirst());
        common.equal("the root of the apex tree's path", statement.commDNew(), root);
    }
}
