package io.proofmill.filecoin.circuit;

import io.proofmill.filecoin.SectorSize;
import io.proofmill.math.CurveId;
import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.Circuit;
import io.proofmill.r1cs.CircuitBuilder;
import io.proofmill.r1cs.LinearCombination;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.Variable;
import io.proofmill.r1cs.gadget.AllocBits;
import io.proofmill.r1cs.gadget.Booleans;
import io.proofmill.r1cs.gadget.Inputize;
import io.proofmill.r1cs.gadget.PackBits;
import io.proofmill.r1cs.gadget.Packing;
import io.proofmill.r1cs.gadget.Poseidon;
import io.proofmill.r1cs.gadget.PoseidonConstants;
import io.proofmill.r1cs.gadget.ToBits;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * One part of EmptySectorUpdate (SnapDeals): new data were encoded into a sealed sector's replica.
 *
 * <p>Inputs: part number with the choice of h above it, comm_r_old, comm_d_new, comm_r_new. Source: rust-fil-proofs, {@code storage-proofs-update/src/{circuit,gadgets}.rs}.
 */
public final class SnapCircuit {
    /** Values of h that a proof may choose from. */
    public static final int H_CHOICES = 6;

    /** Tag of the hashes that make phi, rho and challenges. */
    static final Poseidon RANDOMNESS = new Poseidon(2, BigInteger.ONE.shiftLeft(40));

    private final CircuitBuilder cs;
    private final SectorSize size;
    private final SectorSize.Snap snap;

    private SnapCircuit(String name, SectorSize size) {
        this.cs = new CircuitBuilder(name, CurveId.BLS12_381, PoseidonConstants.MODULUS);
        this.size = size;
        this.snap = size.snap();
    }

    /** The hash that makes phi, rho and challenges. */
    public static Poseidon randomness() {
        return RANDOMNESS;
    }

    public static Circuit build(String name, SectorSize size) {
        SnapCircuit circuit = new SnapCircuit(name, size);
        circuit.part();
        return circuit.cs.build();
    }

    /** High bits of a challenge that go into rho, for each choice of h. */
    public static int[] highBits(SectorSize size) {
        return size == SectorSize.KIB_2 ? new int[] {1, 1, 1, 1, 1, 1} : new int[] {7, 8, 9, 10, 11, 12};
    }

    private void part() {
        Num partAndChoice = input();
        List<Bit> bits = AllocBits.of(cs, snap.partBits() + H_CHOICES);
        cs.enforce(Packing.combination(bits), Booleans.one(), partAndChoice.lc());
        List<Bit> partBits = bits.subList(0, snap.partBits());
        List<Bit> choice = bits.subList(snap.partBits(), bits.size());
        Num part = PackBits.pack(cs, partBits);
        Num commROld = input();
        Num commDNew = input();
        Num commRNew = input();
        Num phi = RANDOMNESS.hash(cs, List.of(commDNew, commROld));
        Num commC = cs.alloc();
        Num rootROld = cs.alloc();
        Num rootRNew = cs.alloc();
        List<Num> apexLeaves = nums(snap.apexLeaves());
        List<List<Num>> partPath =
                path(Stream.generate(() -> 2).limit(snap.partBits()).toList());
        Inclusion.equal(cs, Poseidon.merkleTree(2).hash(cs, List.of(commC, rootROld)), commROld);
        Inclusion.equal(cs, Poseidon.merkleTree(2).hash(cs, List.of(commC, rootRNew)), commRNew);
        apexTree(apexLeaves, partBits, partPath, commDNew);
        for (List<Bit> random : challenges(commRNew, part)) {
            List<Bit> challenge = new ArrayList<>(random);
            challenge.addAll(partBits);
            challenge(challenge, choice, phi, rootROld, rootRNew, apexLeaves);
        }
    }

    private Num input() {
        Num num = cs.alloc();
        Inputize.of(cs, num);
        return num;
    }

    /** The tree over the apex leaves, and its root's path to comm_d_new. */
    private void apexTree(List<Num> leaves, List<Bit> partBits, List<List<Num>> partPath, Num commDNew) {
        List<Num> row = leaves;
        while (row.size() > 1) {
            List<Num> above = new ArrayList<>();
            for (int i = 0; i < row.size(); i += 2) {
                above.add(
                        (Num) cs.instance(new DataNode(), row.subList(i, i + 2)).getFirst());
            }
            row = above;
        }
        Inclusion.proveKnownPath(cs, TreeHash.SHA256, row.getFirst(), partBits, partPath, commDNew);
    }

    /** Random bits for each challenge, lowest first: digests of comm_r_new and a running number, cut up. */
    private List<List<Bit>> challenges(Num commRNew, Num part) {
        int bits = size.nodeBits() - snap.partBits();
        int perDigest = Packing.BLS12_381_CAPACITY / bits;
        int digests = (snap.challenges() + perDigest - 1) / perDigest;
        List<List<Bit>> challenges = new ArrayList<>();
        for (int j = 0; j < digests; j++) {
            Num number = cs.alloc();
            LinearCombination sum = LinearCombination.zero()
                    .plus(BigInteger.valueOf(digests), part.variable())
                    .plus(BigInteger.valueOf(j), Variable.ONE);
            cs.enforce(sum, Booleans.one(), number.lc());
            List<Bit> digest = digestBits(RANDOMNESS.hash(cs, List.of(commRNew, number)));
            for (int i = 0; i < perDigest && challenges.size() < snap.challenges(); i++) {
                challenges.add(digest.subList(i * bits, (i + 1) * bits));
            }
        }
        return challenges;
    }

    /** Like {@link ToBits}, but the packing row is {@code sum * ONE = num}. */
    private List<Bit> digestBits(Num digest) {
        List<Bit> bits = AllocBits.of(cs, ToBits.BITS);
        cs.enforce(Packing.combination(bits), Booleans.one(), digest.lc());
        return bits;
    }

    private void challenge(
            List<Bit> challenge, List<Bit> choice, Num phi, Num rootROld, Num rootRNew, List<Num> apexLeaves) {
        Num rho = RANDOMNESS.hash(cs, List.of(phi, chosenHighBits(challenge, choice)));
        Num oldLeaf = cs.alloc();
        Num dataLeaf = cs.alloc();
        Num newLeaf = encode(oldLeaf, dataLeaf, rho);
        List<Integer> replica = TreeShape.replica(size).arities();
        Inclusion.proveKnownPath(cs, TreeHash.POSEIDON, oldLeaf, challenge, path(replica), rootROld);
        Inclusion.proveKnownPath(cs, TreeHash.POSEIDON, newLeaf, challenge, path(replica), rootRNew);
        int toApex = size.nodeBits() - snap.partBits() - snap.apexBits();
        Num apexLeaf = Selection.select(
                new ConstrainedChoices(cs), apexLeaves, challenge.subList(toApex, toApex + snap.apexBits()));
        List<List<Num>> dataPath = path(Stream.generate(() -> 2).limit(toApex).toList());
        Inclusion.proveKnownPath(cs, TreeHash.SHA256, dataLeaf, challenge.subList(0, toApex), dataPath, apexLeaf);
    }

    /** The challenge's h highest bits as a number, for the chosen h. */
    private Num chosenHighBits(List<Bit> challenge, List<Bit> choice) {
        int[] hs = highBits(size);
        LinearCombination sum = LinearCombination.zero();
        for (int k = 0; k < hs.length; k++) {
            Num high = PackBits.pack(cs, challenge.subList(challenge.size() - hs[k], challenge.size()));
            Num highOrZero = cs.alloc();
            cs.enforce(high.lc(), choice.get(k).lc(), highOrZero.lc());
            sum.plus(highOrZero.variable());
        }
        Num chosen = cs.alloc();
        cs.enforce(sum, Booleans.one(), chosen.lc());
        return chosen;
    }

    /** {@code old + data * rho}. */
    private Num encode(Num old, Num data, Num rho) {
        Num product = cs.alloc();
        cs.enforce(data.lc(), rho.lc(), product.lc());
        Num encoded = cs.alloc();
        cs.enforce(old.lc().plus(product.variable()), Booleans.one(), encoded.lc());
        return encoded;
    }

    private List<List<Num>> path(List<Integer> arities) {
        return arities.stream().map(arity -> nums(arity - 1)).toList();
    }

    private List<Num> nums(int count) {
        return Stream.generate(cs::alloc).limit(count).toList();
    }
}
