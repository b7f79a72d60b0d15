package io.proofmill.filecoin.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import io.proofmill.math.CurveId;
import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.CircuitBuilder;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.RowDigest;
import io.proofmill.r1cs.gadget.AllocBits;
import io.proofmill.r1cs.gadget.PackInput;
import io.proofmill.r1cs.gadget.Packing;
import io.proofmill.r1cs.gadget.Poseidon;
import io.proofmill.r1cs.gadget.PoseidonConstants;
import io.proofmill.r1cs.gadget.Sha256;
import io.proofmill.r1cs.gadget.ToBits;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every gadget equals bellperson's, row for row: counts and digests of the Rust stack. */
class GadgetDigestTest {
    private static final Map<String, Consumer<CircuitBuilder>> GADGETS = Map.ofEntries(
            Map.entry("to-bits-le", cs -> ToBits.of(cs, cs.alloc())),
            Map.entry("sha256-512", cs -> Sha256.hash(cs, AllocBits.of(cs, 512))),
            Map.entry("sha256-tree-d", cs -> TreeHash.SHA256.hash(cs, nums(cs, 2))),
            Map.entry("poseidon-2", cs -> TreeHash.POSEIDON.hash(cs, nums(cs, 2))),
            Map.entry("poseidon-4", cs -> TreeHash.POSEIDON.hash(cs, nums(cs, 4))),
            Map.entry("poseidon-8", cs -> TreeHash.POSEIDON.hash(cs, nums(cs, 8))),
            Map.entry("poseidon-11", cs -> Poseidon.merkleTree(11).hash(cs, nums(cs, 11))),
            Map.entry("poseidon-2-snap", cs -> new Poseidon(2, BigInteger.ONE.shiftLeft(40)).hash(cs, nums(cs, 2))),
            Map.entry("insert-2", cs -> insert(cs, 2)),
            Map.entry("insert-4", cs -> insert(cs, 4)),
            Map.entry("insert-8", cs -> insert(cs, 8)),
            Map.entry("select-8", GadgetDigestTest::select),
            Map.entry("encode", cs -> Encode.encode(cs, cs.alloc(), cs.alloc())),
            Map.entry("uint64-input", cs -> PackInput.pack(cs, AllocBits.of(cs, 64))),
            Map.entry("por-2-sha256", cs -> openTree(cs, TreeShape.binarySha256(64))),
            Map.entry("por-8", cs -> openTree(cs, new TreeShape(TreeHash.POSEIDON, 64, 8, 0, 0))),
            Map.entry("por-8-8", cs -> openTree(cs, new TreeShape(TreeHash.POSEIDON, 512, 8, 8, 0))),
            Map.entry("por-8-8-2", cs -> openTree(cs, new TreeShape(TreeHash.POSEIDON, 1024, 8, 8, 2))),
            Map.entry("por-8-no-challenge", GadgetDigestTest::openKnownPath),
            Map.entry("create-label-1", cs -> label(cs, 1, 6)),
            Map.entry("create-label-2", cs -> label(cs, 2, 14)),
            Map.entry("create-label-bits", GadgetDigestTest::labelOfBits));

    static Stream<String> gadgets() {
        return GADGETS.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("gadgets")
    void a_gadget_has_the_rows_of_the_network(String name) {
        RowDigest expected = RowDigestFixture.read("gadget-" + name);
        CircuitBuilder builder = new CircuitBuilder(name, CurveId.BLS12_381, PoseidonConstants.MODULUS);
        GADGETS.get(name).accept(builder);
        assertThat(RowDigest.of(builder.build(), expected.interval())).isEqualTo(expected);
    }

    private static List<Num> nums(CircuitBuilder cs, int count) {
        return Stream.generate(cs::alloc).limit(count).toList();
    }

    private static void insert(CircuitBuilder cs, int size) {
        Num node = cs.alloc();
        List<Bit> place = AllocBits.of(cs, TreeShape.bits(size));
        Insert.insert(new ConstrainedChoices(cs), node, place, nums(cs, size - 1));
    }

    private static void select(CircuitBuilder cs) {
        List<Num> from = nums(cs, 8);
        Selection.select(new ConstrainedChoices(cs), from, AllocBits.of(cs, 3));
    }

    private static void openTree(CircuitBuilder cs, TreeShape tree) {
        Inclusion.proveToNewRoot(cs, tree, cs.alloc());
    }

    private static void openKnownPath(CircuitBuilder cs) {
        List<Bit> index = AllocBits.of(cs, 6);
        Num leaf = cs.alloc();
        List<List<Num>> path = List.of(nums(cs, 7), nums(cs, 7));
        Inclusion.proveKnownPath(cs, TreeHash.POSEIDON, leaf, index, path, cs.alloc());
    }

    private static void label(CircuitBuilder cs, int layer, int parents) {
        List<Bit> replicaId = Packing.reverseEachByte(ToBits.of(cs, cs.alloc()));
        List<Bit> node = AllocBits.of(cs, 64);
        List<List<Bit>> parentBits = Stream.generate(() -> Packing.reverseEachByte(ToBits.of(cs, cs.alloc())))
                .limit(parents)
                .toList();
        CreateLabel.label(cs, replicaId, layer, node, parentBits);
    }

    private static void labelOfBits(CircuitBuilder cs) {
        List<List<Bit>> parents =
                Stream.generate(() -> AllocBits.of(cs, 256)).limit(37).toList();
        List<Bit> replicaId = AllocBits.of(cs, 256);
        List<Bit> node = Stream.iterate(0, i -> i + 1)
                .limit(64)
                .map(i -> Bit.constant((22L >>> i & 1) != 0))
                .toList();
        CreateLabel.label(cs, replicaId, 3, node, parents);
    }
}
