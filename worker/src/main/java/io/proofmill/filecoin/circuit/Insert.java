package io.proofmill.filecoin.circuit;

import java.util.List;

/**
 * A node among its siblings: the siblings with the node inserted at a place given by bits, least significant first. 2 / 8 / 22 variables and rows for 2 / 4 / 8 nodes.
 *
 * <p>Source: rust-fil-proofs, {@code storage-proofs-core/src/gadgets/insertion.rs}. Names below: {@code p3_x1} is output place 3 when bit 0 is not yet known and bit 1 is 1.
 */
final class Insert {
    private Insert() {}

    static <N, B> List<N> insert(Choices<N, B> on, N node, List<B> place, List<N> siblings) {
        return switch (siblings.size()) {
            case 1 -> two(on, node, place.getFirst(), siblings.getFirst());
            case 3 -> four(on, node, place, siblings);
            case 7 -> eight(on, node, place, siblings);
            default -> throw new IllegalArgumentException("no insertion among " + siblings.size() + " siblings");
        };
    }

    private static <N, B> List<N> two(Choices<N, B> on, N a, B b0, N b) {
        return List.of(on.pick(b0, b, a), on.pick(b0, a, b));
    }

    private static <N, B> List<N> four(Choices<N, B> on, N a, List<B> place, List<N> siblings) {
        B b0 = place.get(0);
        B b1 = place.get(1);
        N b = siblings.get(0);
        N c = siblings.get(1);
        N d = siblings.get(2);
        N p0_x0 = on.pick(b0, b, a);
        N p0 = on.pick(b1, b, p0_x0);
        N p1_x0 = on.pick(b0, a, b);
        N p1 = on.pick(b1, c, p1_x0);
        N p2_x1 = on.pick(b0, d, a);
        N p2 = on.pick(b1, p2_x1, c);
        N p3_x1 = on.pick(b0, a, d);
        N p3 = on.pick(b1, p3_x1, d);
        return List.of(p0, p1, p2, p3);
    }

    private static <N, B> List<N> eight(Choices<N, B> on, N a, List<B> place, List<N> siblings) {
        B b0 = place.get(0);
        B b1 = place.get(1);
        B b2 = place.get(2);
        N b = siblings.get(0);
        N c = siblings.get(1);
        N d = siblings.get(2);
        N e = siblings.get(3);
        N f = siblings.get(4);
        N g = siblings.get(5);
        N h = siblings.get(6);
        B none = on.nor(b0, b1);
        B both = on.and(b0, b1);
        N p0_xx0 = on.pick(none, a, b);
        N p0 = on.pick(b2, b, p0_xx0);
        N p1_x00 = on.pick(b0, a, b);
        N p1_xx0 = on.pick(b1, c, p1_x00);
        N p1 = on.pick(b2, c, p1_xx0);
        N p2_x10 = on.pick(b0, d, a);
        N p2_xx0 = on.pick(b1, p2_x10, c);
        N p2 = on.pick(b2, d, p2_xx0);
        N p3_xx0 = on.pick(both, a, d);
        N p3 = on.pick(b2, e, p3_xx0);
        N p4_xx1 = on.pick(none, a, f);
        N p4 = on.pick(b2, p4_xx1, e);
        N p5_x01 = on.pick(b0, a, f);
        N p5_xx1 = on.pick(b1, g, p5_x01);
        N p5 = on.pick(b2, p5_xx1, f);
        N p6_x11 = on.pick(b0, h, a);
        N p6_xx1 = on.pick(b1, p6_x11, g);
        N p6 = on.pick(b2, p6_xx1, g);
        N p7_xx1 = on.pick(both, a, h);
        N p7 = on.pick(b2, p7_xx1, h);
        return List.of(p0, p1, p2, p3, p4, p5, p6, p7);
    }
}
