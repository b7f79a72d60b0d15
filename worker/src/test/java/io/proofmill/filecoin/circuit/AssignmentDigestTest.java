package io.proofmill.filecoin.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.filecoin.FilecoinCircuit;
import io.proofmill.filecoin.SectorSize;
import io.proofmill.filecoin.format.C1File;
import io.proofmill.filecoin.format.C1Output;
import io.proofmill.filecoin.format.PostVanillaFile;
import io.proofmill.filecoin.format.SnapVanillaFile;
import io.proofmill.filecoin.vanilla.Node;
import io.proofmill.filecoin.vanilla.PostSector;
import io.proofmill.filecoin.vanilla.SnapPart;
import io.proofmill.math.Work;
import io.proofmill.r1cs.AssignmentDigest;
import io.proofmill.r1cs.AssignmentDigestText;
import io.proofmill.r1cs.Circuit;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Values of every variable equal bellperson's for the same vanilla proofs. */
class AssignmentDigestTest {
    private static final long INTERVAL = 1024;

    @Test
    void a_window_post_has_the_assignment_of_the_network() {
        Circuit circuit = FilecoinCircuit.of("filecoin/window-2KiB").build();
        List<PostSector> sectors = List.of(post("window-2KiB/sector-112679"), post("window-2KiB/sector-112680"));
        matches("window-2KiB", circuit, new PostSynthesis(circuit, sectors));
    }

    @Test
    void a_winning_post_has_the_assignment_of_the_network() {
        Circuit circuit = FilecoinCircuit.of("filecoin/winning-2KiB").build();
        PostSector sector = post("winning-2KiB/sector-168397");
        matches("winning-2KiB", circuit, new PostSynthesis(circuit, sector.oneOpeningEach()));
    }

    @Test
    void a_porep_has_the_assignment_of_the_network() {
        Circuit circuit = FilecoinCircuit.of("filecoin/porep-2KiB").build();
        C1Output c1 = C1File.read("c1.json", Fixture.stream("porep-2KiB/c1.json"));
        matches(
                "porep-2KiB",
                circuit,
                new PorepSynthesis(
                        circuit,
                        c1.replicaId(),
                        c1.commD(),
                        c1.commR(),
                        c1.parts().getFirst()));
    }

    @Test
    void a_snap_has_the_assignment_of_the_network() {
        Circuit circuit = FilecoinCircuit.of("filecoin/snap-2KiB").build();
        SnapPart part = SnapVanillaFile.read("partition-0", Fixture.bytes("snap-2KiB/partition-0.vanilla.bin"));
        matches(
                "snap-2KiB",
                circuit,
                new SnapSynthesis(
                        circuit,
                        SectorSize.KIB_2,
                        0,
                        0,
                        Node.ofHex("b62887ec5b7ad14c0f235dc83ac55f2d8b0eb650aba81308a6f177b095227b27"),
                        Node.ofHex("6ec099c3e9553ccbc79c195e434f0416872b52c3e08f412cf3832a9efc81fb26"),
                        Node.ofHex("15d6eb65efe123a1ed075b4be9251a34266210a951458e067ce733620a62b925"),
                        part));
    }

    private static PostSector post(String path) {
        return PostVanillaFile.read(path, Fixture.bytes(path + ".vanilla.bin"));
    }

    private static void matches(String name, Circuit circuit, Synthesis synthesis) {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment values = arena.allocate(32 * circuit.variables(), 64);
            values.fill((byte) 0xa5);
            synthesis.fill(values, Work.UNATTENDED);
            AssignmentDigest digest = AssignmentDigest.of(circuit, values, INTERVAL);
            assertThat(AssignmentDigestText.print(digest)).isEqualTo(Fixture.text(name + "/assignment.txt"));
        }
    }
}
