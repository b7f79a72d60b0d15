package io.proofmill.filecoin.circuit;

import static io.proofmill.filecoin.circuit.Selection.pick;

import io.proofmill.r1cs.Bit;
import io.proofmill.r1cs.ConstraintSystem;
import io.proofmill.r1cs.Num;
import io.proofmill.r1cs.gadget.Booleans;
import java.util.List;

/**
 * A node among its siblings: the siblings with the node inserted at a place given by bits, least significant first. 2 / 8 / 22 rows for 2 / 4 / 8 nodes.
 *
 * <p>Source: rust-fil-proofs, {@code storage-proofs-core/src/gadgets/insertion.rs}. Names below: {@code p3_x1} is output place 3 when bit 0 is not yet known and bit 1 is 1.
 */
final class Insert {
    private Insert() {}

    static List<Num> insert(ConstraintSystem cs, Num node, List<Bit> place, List<Num> siblings) {
        return switch (siblings.size()) {
            case 1 -> two(cs, node, place.getFirst(), siblings.getFirst());
            case 3 -> four(cs, node, place, siblings);
            case 7 -> eight(cs, node, place, siblings);
            default -> throw new IllegalArgumentException("no insertion among " + siblings.size() + " siblings");
        };
    }

    private static List<Num> two(ConstraintSystem cs, Num a, Bit b0, Num b) {
        return List.of(pick(cs, b0, b, a), pick(cs, b0, a, b));
    }

    private static List<Num> four(ConstraintSystem cs, Num a, List<Bit> place, List<Num> siblings) {
        Bit b0 = place.get(0);
        Bit b1 = place.get(1);
        Num b = siblings.get(0);
        Num c = siblings.get(1);
        Num d = siblings.get(2);
        Num p0_x0 = pick(cs, b0, b, a);
        Num p0 = pick(cs, b1, b, p0_x0);
        Num p1_x0 = pick(cs, b0, a, b);
        Num p1 = pick(cs, b1, c, p1_x0);
        Num p2_x1 = pick(cs, b0, d, a);
        Num p2 = pick(cs, b1, p2_x1, c);
        Num p3_x1 = pick(cs, b0, a, d);
        Num p3 = pick(cs, b1, p3_x1, d);
        return List.of(p0, p1, p2, p3);
    }

    private static List<Num> eight(ConstraintSystem cs, Num a, List<Bit> place, List<Num> siblings) {
        Bit b0 = place.get(0);
        Bit b1 = place.get(1);
        Bit b2 = place.get(2);
        Num b = siblings.get(0);
        Num c = siblings.get(1);
        Num d = siblings.get(2);
        Num e = siblings.get(3);
        Num f = siblings.get(4);
        Num g = siblings.get(5);
        Num h = siblings.get(6);
        Bit none = Booleans.nor(cs, b0, b1);
        Bit both = Booleans.and(cs, b0, b1);
        Num p0_xx0 = pick(cs, none, a, b);
        Num p0 = pick(cs, b2, b, p0_xx0);
        Num p1_x00 = pick(cs, b0, a, b);
        Num p1_xx0 = pick(cs, b1, c, p1_x00);
        Num p1 = pick(cs, b2, c, p1_xx0);
        Num p2_x10 = pick(cs, b0, d, a);
        Num p2_xx0 = pick(cs, b1, p2_x10, c);
        Num p2 = pick(cs, b2, d, p2_xx0);
        Num p3_xx0 = pick(cs, both, a, d);
        Num p3 = pick(cs, b2, e, p3_xx0);
        Num p4_xx1 = pick(cs, none, a, f);
        Num p4 = pick(cs, b2, p4_xx1, e);
        Num p5_x01 = pick(cs, b0, a, f);
        Num p5_xx1 = pick(cs, b1, g, p5_x01);
        Num p5 = pick(cs, b2, p5_xx1, f);
        Num p6_x11 = pick(cs, b0, h, a);
        Num p6_xx1 = pick(cs, b1, p6_x11, g);
        Num p6 = pick(cs, b2, p6_xx1, g);
        Num p7_xx1 = pick(cs, both, a, h);
        Num p7 = pick(cs, b2, p7_xx1, h);
        return List.of(p0, p1, p2, p3, p4, p5, p6, p7);
    }
}
