package io.proofmill.groth16;

import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import java.math.BigInteger;
import java.security.SecureRandom;

/**
 * The secret of a set-up made by one party. Whoever has ever known it can prove anything under the key: such keys are for development and tests only.
 */
public record ToxicWaste(BigInteger tau, BigInteger alpha, BigInteger beta, BigInteger gamma, BigInteger delta) {
    /** Fresh secrets, none of them zero. */
    public static ToxicWaste random(CurveId curve, SecureRandom random) {
        BigInteger order = Curve.of(curve).fr().modulus();
        return new ToxicWaste(
                nonZero(order, random),
                nonZero(order, random),
                nonZero(order, random),
                nonZero(order, random),
                nonZero(order, random));
    }

    private static BigInteger nonZero(BigInteger order, SecureRandom random) {
        return new BigInteger(order.bitLength() + 64, random)
                .mod(order.subtract(BigInteger.ONE))
                .add(BigInteger.ONE);
    }

    /** Keeps the secret out of logs. */
    @Override
    public String toString() {
        return "ToxicWaste[hidden]";
    }
}
