package io.proofmill.groth16;

import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import java.math.BigInteger;
import java.security.SecureRandom;

/**
 * The two scalars that make a proof zero-knowledge: whoever learns them learns about the witness, and using them twice for different witnesses leaks too.
 *
 * @param r blinds A
 * @param s blinds B
 */
public record Blinding(BigInteger r, BigInteger s) {
    /** Uniform scalars below the group's order. */
    public static Blinding random(CurveId curve, SecureRandom random) {
        BigInteger order = Curve.of(curve).fr().modulus();
        return new Blinding(below(order, random), below(order, random));
    }

    private static BigInteger below(BigInteger bound, SecureRandom random) {
        while (true) {
            BigInteger candidate = new BigInteger(bound.bitLength(), random);
            if (candidate.compareTo(bound) < 0) {
                return candidate;
            }
        }
    }

    /** Keeps the secret out of logs. */
    @Override
    public String toString() {
        return "Blinding[hidden]";
    }
}
