package io.proofmill.math;

import java.math.BigInteger;
import java.util.function.UnaryOperator;

/**
 * Raises an element of Fp12 to a multiple, prime to r, of (p^12 - 1) / r. The easy part (p^6 - 1)(p^2 + 1) is the same for every curve; the hard part follows
 * the curve's family.
 */
final class FinalExponentiation {
    private final Tower tower;
    private final UnaryOperator<long[]> hardPart;

    private FinalExponentiation(Tower tower, UnaryOperator<long[]> hardPart) {
        this.tower = tower;
        this.hardPart = hardPart;
    }

    /**
     * For a BN curve: exponent l0 + l1 p + l2 p^2 + l3 p^3 with l1 = 4x + 6x^2 + 12x^3, l0 = l1 + 1 + 2x + 6x^2, l2 = l1 + 2x, l3 = l1 - 1
     * (Fuentes-Castaneda, Knapp and Rodriguez-Henriquez, "Faster hashing to G2", 2011).
     */
    static FinalExponentiation ofBn(Tower tower, BigInteger x) {
        return new FinalExponentiation(tower, f -> {
            long[] fx = tower.power(f, x);
            long[] fxx = tower.power(fx, x);
            long[] fxxx = tower.power(fxx, x);
            long[] f2x = tower.square(fx);
            long[] f6xx = tower.mul(tower.square(tower.square(fxx)), tower.square(fxx));
            long[] f12xxx = tower.square(tower.mul(tower.square(tower.square(fxxx)), tower.square(fxxx)));
            long[] l1 = tower.mul(tower.mul(tower.square(f2x), f6xx), f12xxx);
            long[] l0 = tower.mul(tower.mul(tower.mul(l1, f), f2x), f6xx);
            long[] l2 = tower.mul(l1, f2x);
            long[] l3 = tower.mul(l1, tower.conjugate(f));
            long[] outer = tower.mul(l2, tower.frobenius(l3));
            return tower.mul(l0, tower.frobenius(tower.mul(l1, tower.frobenius(outer))));
        });
    }

    /**
     * For a BLS12 curve: exponent (x - 1)^2 (x + p)(x^2 + p^2 - 1) + 3 (Hayashida, Hayasaka and Teruya, "Efficient final exponentiation via cyclotomic
     * structure for pairings over families of elliptic curves", 2020).
     */
    static FinalExponentiation ofBls12(Tower tower, BigInteger x) {
        BigInteger negatedX = x.negate();
        BigInteger oneMinusX = BigInteger.ONE.subtract(x);
        return new FinalExponentiation(tower, f -> {
            long[] a = tower.power(tower.power(f, oneMinusX), oneMinusX);
            long[] b = tower.mul(tower.conjugate(tower.power(a, negatedX)), tower.frobenius(a));
            long[] bxx = tower.power(tower.power(b, negatedX), negatedX);
            long[] bpp = tower.frobenius(tower.frobenius(b));
            long[] c = tower.mul(tower.mul(bxx, bpp), tower.conjugate(b));
            return tower.mul(c, tower.mul(tower.square(f), f));
        });
    }

    long[] apply(long[] f) {
        long[] t = tower.mul(tower.conjugate(f), tower.inverse(f));
        return hardPart.apply(tower.mul(tower.frobenius(tower.frobenius(t)), t));
    }
}
