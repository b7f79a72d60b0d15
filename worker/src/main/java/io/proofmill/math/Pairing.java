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
    private final Tower tower;
    private final MillerLoop loop;
    private final FinalExponentiation finalExponentiation;

    private Pairing(Tower tower, MillerLoop loop, FinalExponentiation finalExponentiation) {
        this.tower = tower;
        this.loop = loop;
        this.finalExponentiation = finalExponentiation;
    }

    static Pairing of(CurveId id, QuadraticField fq2) {
        return switch (id) {
            case BN254 -> {
                Tower tower = new Tower(fq2, BigInteger.valueOf(9), BigInteger.ONE);
                BigInteger x = new BigInteger("44e992b44a6909f1", 16);
                yield new Pairing(tower, MillerLoop.ofBn(tower, x), FinalExponentiation.ofBn(tower, x));
            }
            case BLS12_381 -> {
                Tower tower = new Tower(fq2, BigInteger.ONE, BigInteger.ONE);
                BigInteger x = new BigInteger("-d201000000010000", 16);
                yield new Pairing(tower, MillerLoop.ofBls12(tower, x), FinalExponentiation.ofBls12(tower, x));
            }
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
