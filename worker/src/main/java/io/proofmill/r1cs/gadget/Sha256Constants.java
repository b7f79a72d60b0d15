package io.proofmill.r1cs.gadget;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.stream.IntStream;

/** FIPS 180-4: the first 32 bits of the fractional parts of square roots and cube roots of primes, computed. */
final class Sha256Constants {
    private static final int[] PRIMES = IntStream.iterate(2, n -> n + 1)
            .filter(n -> BigInteger.valueOf(n).isProbablePrime(20))
            .limit(64)
            .toArray();

    private static final int[] INITIAL = new int[8];
    private static final int[] ROUND = new int[64];

    static {
        for (int i = 0; i < INITIAL.length; i++) {
            INITIAL[i] = BigInteger.valueOf(PRIMES[i]).shiftLeft(64).sqrt().intValue();
        }
        for (int i = 0; i < ROUND.length; i++) {
            ROUND[i] = cubeRoot(BigInteger.valueOf(PRIMES[i]).shiftLeft(96)).intValue();
        }
    }

    private Sha256Constants() {}

    static int initial(int word) {
        return INITIAL[word];
    }

    static int round(int round) {
        return ROUND[round];
    }

    /** The largest integer whose cube is at most {@code n}. */
    private static BigInteger cubeRoot(BigInteger n) {
        BigInteger root = new BigDecimal(Math.cbrt(n.doubleValue()), MathContext.UNLIMITED).toBigInteger();
        while (root.pow(3).compareTo(n) > 0) {
            root = root.subtract(BigInteger.ONE);
        }
        while (root.add(BigInteger.ONE).pow(3).compareTo(n) <= 0) {
            root = root.add(BigInteger.ONE);
        }
        return root;
    }
}
