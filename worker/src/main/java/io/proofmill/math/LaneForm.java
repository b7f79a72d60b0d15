package io.proofmill.math;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Between the two Montgomery forms of an element: R at rest and the lanes' larger R' = R * 2^extra. An element in lane form is the canonical words of
 * value * R', which the {@link Field} reads as value * 2^extra.
 */
final class LaneForm {
    private final Field field;
    private final long[] fromLane;
    private final long[] correction;

    LaneForm(Field field) {
        PrimeField prime = field.base();
        this.field = field;
        int extraBits = prime.lanes().extraBits();
        this.fromLane = powerOfTwo(prime, -extraBits);
        this.correction = powerOfTwo(prime, 2 * extraBits);
    }

    /** Brings words in lane form to Montgomery form at rest. */
    void toRest(long[] a, int ao, long[] out, int oo) {
        field.mul(a, ao, fromLane, 0, out, oo);
    }

    /** 2^exponent as an element at rest. */
    private long[] powerOfTwo(PrimeField prime, int exponent) {
        BigInteger[] coefficients = new BigInteger[field.degree()];
        Arrays.fill(coefficients, BigInteger.ZERO);
        coefficients[0] = BigInteger.TWO.modPow(BigInteger.valueOf(exponent), prime.modulus());
        long[] power = field.newElement();
        field.fromCanonical(coefficients, power, 0);
        return power;
    }

    /** The inverses of elements in lane form, in lane form, with one inversion. None may be zero. */
    void invert(long[] elements, int count) {
        int n = field.words();
        long[] products = new long[(count + 1) * n];
        field.setOne(products, 0);
        for (int i = 0; i < count; i++) {
            field.mul(products, i * n, elements, i * n, products, (i + 1) * n);
        }
        long[] inverse = field.newElement();
        long[] own = field.newElement();
        field.inverse(products, count * n, inverse, 0);
        for (int i = count - 1; i >= 0; i--) {
            field.mul(inverse, 0, products, i * n, own, 0);
            field.mul(inverse, 0, elements, i * n, inverse, 0);
            field.mul(own, 0, correction, 0, elements, i * n);
        }
    }
}
