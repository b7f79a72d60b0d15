package io.proofmill.filecoin.synthetic;

import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.check.TreeHasher;
import io.proofmill.filecoin.circuit.SnapCircuit;
import io.proofmill.filecoin.circuit.TreeShape;
import io.proofmill.filecoin.format.SnapVanillaFile;
import io.proofmill.filecoin.statement.SnapStatement;
import io.proofmill.filecoin.statement.Subject;
import io.proofmill.filecoin.vanilla.FieldArithmetic;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.SnapPart;
import java.util.ArrayList;
import java.util.List;

/**
 * An EmptySectorUpdate of a made-up sector. The new replica's root decides what is opened, so all three trees are whole: old replica and new data repeat, the new replica differs where rho does.
 */
final class SnapMaker {
    private static final int PERIOD_BITS = 5;

    private final SectorSize size;
    private final RandomNodes random;
    private final TreeHasher hasher = new TreeHasher();

    SnapMaker(SectorSize size, RandomNodes random) {
        this.size = size;
        this.random = random;
    }

    SyntheticProof make() {
        TreeShape replica = TreeShape.replica(size);
        SyntheticTree oldReplica =
                new RepeatingTree(replica, PERIOD_BITS, size.nodeBits(), random.forPurpose("old replica")::at, hasher);
        SyntheticTree data = new RepeatingTree(
                TreeShape.data(size), PERIOD_BITS, size.nodeBits(), random.forPurpose("data")::at, hasher);
        Node commC = random.forPurpose("comm_c").at();
        Node commROld = hasher.poseidon(List.of(commC, oldReplica.root()));
        int choice = SnapStatement.defaultChoice(size);
        SyntheticTree newReplica = newReplica(oldReplica, data, commROld, choice);
        Node commRNew = hasher.poseidon(List.of(commC, newReplica.root()));
        long sector = random.forPurpose("sector").number(1_000_000);
        SnapStatement statement = new SnapStatement(
                size, commROld, data.root(), commRNew, choice, Subject.of(SyntheticProof.MINER, sector));
        List<SyntheticProof.File> files = new ArrayList<>();
        for (int part = 0; part < size.snap().parts(); part++) {
            List<SnapPart.Challenge> challenges = statement.challenges(part).stream()
                    .map(node -> new SnapPart.Challenge(oldReplica.path(node), data.path(node), newReplica.path(node)))
                    .toList();
            SnapPart vanilla = new SnapPart(commC, apexLeaves(data, part), challenges);
            files.add(new SyntheticProof.File(
                    "partition-" + part + ".vanilla.bin", SnapVanillaFile.write(vanilla, size)));
        }
        return new SyntheticProof(publicJson(statement, sector), files);
    }

    private SyntheticTree newReplica(SyntheticTree oldReplica, SyntheticTree data, Node commROld, int choice) {
        Node phi = hasher.poseidon(SnapCircuit.randomness(), List.of(data.root(), commROld));
        int blockBits = size.nodeBits() - SnapCircuit.highBits(size)[choice];
        return new RepeatingTree(
                TreeShape.replica(size),
                PERIOD_BITS,
                blockBits,
                leaf -> {
                    Node rho = hasher.poseidon(SnapCircuit.randomness(), List.of(phi, Node.of(leaf >>> blockBits)));
                    Node added = FieldArithmetic.product(data.node(0, leaf), rho);
                    return FieldArithmetic.sum(oldReplica.node(0, leaf), added);
                },
                hasher);
    }

    private List<Node> apexLeaves(SyntheticTree data, int part) {
        int leaves = size.snap().apexLeaves();
        int level = size.nodeBits() - size.snap().partBits() - size.snap().apexBits();
        List<Node> apex = new ArrayList<>();
        for (long i = 0; i < leaves; i++) {
            apex.add(data.node(level, (long) part * leaves + i));
        }
        return apex;
    }

    private String publicJson(SnapStatement statement, long sector) {
        return new PublicJson()
                .number("sector_size", size.bytes())
                .node("prover_id", Subject.proverId(SyntheticProof.MINER))
                .number("sector_id", sector)
                .node("comm_r_old", statement.commROld())
                .node("comm_d_new", statement.commDNew())
                .node("comm_r_new", statement.commRNew())
                .toString();
    }
}
