package io.proofmill.r1cs.gadget;

import java.math.BigInteger;
import java.util.stream.IntStream;

/** 2^0 .. 2^255, made once. */
final class PowersOfTwo {
    private static final BigInteger[] POWERS =
            IntStream.range(0, 256).mapToObj(BigInteger.ONE::shiftLeft).toArray(BigInteger[]::new);

    private PowersOfTwo() {}

    static BigInteger of(int exponent) {
        return POWERS[exponent];
    }
}
