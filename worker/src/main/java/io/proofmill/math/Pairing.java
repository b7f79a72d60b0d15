package io.proofmill.math;

import java.math.BigInteger;
import java.util.List;

/**
 * The optimal ate pairing e: G1 x G2 -> Fp12 of a curve (Vercauteren, "Optimal pairings", 2010), several pairs in one Miller loop and one final
 * exponentiation.
 *
 * <p>Points must lie in their subgroups: the caller checks that first. A pair with a point at infinity counts as one.
 */
public final class Pairing {
    /** The parameter x of BN254. */
    static final BigInteger BN_X = new BigInteger("44e992b44a6909f1", 16);

    /** The parameter x of BLS12-381. */
    static final BigInteger BLS_X = new BigInteger("-d201000000010000", 16);

    private final Tower tower;
    private final MillerLoop loop;
    private final FinalExponentiation finalExponentiation;

    private Pairing(Tower tower, MillerLoop loop, FinalExponentiation finalExponentiation) {
        this.tower = tower;
        this.loop = loop;
        this.finalExponentiation = finalExponentiation;
    }

    static Pairing of(CurveId id, QuadraticField fq2) {
        Tower tower = Tower.of(id, fq2);
        return switch (id) {
            case BN254 -> new Pairing(tower, MillerLoop.ofBn(tower, BN_X), FinalExponentiation.ofBn(tower, BN_X));
            case BLS12_381 ->
                new Pairing(tower, MillerLoop.ofBls12(tower, BLS_X), FinalExponentiation.ofBls12(tower, BLS_X));
        };
    }

    /** Two arguments of the pairing. */
    public record Pair(Point g1, Point g2) {}

    /** Whether the product of the pairs' pairings is one. */
    public boolean productIsOne(List<Pair> pairs) {
        return tower.isOne(product(pairs));
    }

    /** The product of the pairs' pairings, an element of Fp12, up to a fixed power that is prime to r. */
    long[] product(List<Pair> pairs) {
        return finalExponentiation.apply(loop.product(pairs));
    }
}
