package io.proofmill.filecoin.format;

import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import java.math.BigInteger;
import java.util.Optional;

/** {@code c0 + c1 u} over BLS12-381's base field, {@code u^2 = -1}: enough arithmetic to take square roots of a proof's three points. The base field is the elements with c1 = 0. */
record Fq2(BigInteger c0, BigInteger c1) {
    private static final BigInteger P = Curve.of(CurveId.BLS12_381).fq().modulus();
    private static final BigInteger HALF = BigInteger.TWO.modInverse(P);
    private static final BigInteger ROOT_EXPONENT = P.add(BigInteger.ONE).shiftRight(2);

    Fq2 plus(Fq2 other) {
        return new Fq2(c0.add(other.c0).mod(P), c1.add(other.c1).mod(P));
    }

    Fq2 times(Fq2 other) {
        BigInteger real = c0.multiply(other.c0).subtract(c1.multiply(other.c1));
        BigInteger imaginary = c0.multiply(other.c1).add(c1.multiply(other.c0));
        return new Fq2(real.mod(P), imaginary.mod(P));
    }

    Fq2 negate() {
        return new Fq2(c0.negate().mod(P), c1.negate().mod(P));
    }

    /** Whether this is above its negation: by c1, or by c0 where c1 is zero. */
    boolean isLarger() {
        BigInteger decisive = c1.signum() != 0 ? c1 : c0;
        return decisive.compareTo(P.subtract(decisive)) > 0;
    }

    /** A square root in the field of that degree, if there is one. */
    Optional<Fq2> root(int degree) {
        if (degree == 1) {
            return root(c0).map(root -> new Fq2(root, BigInteger.ZERO));
        }
        return root(c0.multiply(c0).add(c1.multiply(c1)).mod(P))
                .flatMap(norm -> ofNorm(norm).or(() -> ofNorm(P.subtract(norm))));
    }

    /** The complex method: the root's real part squared is {@code (c0 + norm) / 2}. */
    private Optional<Fq2> ofNorm(BigInteger norm) {
        return root(c0.add(norm).multiply(HALF).mod(P)).flatMap(real -> {
            if (real.signum() == 0) {
                return root(c0.negate().mod(P)).map(imaginary -> new Fq2(BigInteger.ZERO, imaginary));
            }
            BigInteger imaginary = c1.multiply(real.shiftLeft(1).modInverse(P)).mod(P);
            Fq2 candidate = new Fq2(real, imaginary);
            return candidate.times(candidate).equals(this) ? Optional.of(candidate) : Optional.empty();
        });
    }

    private static Optional<BigInteger> root(BigInteger square) {
        BigInteger root = square.modPow(ROOT_EXPONENT, P);
        return root.multiply(root).mod(P).equals(square) ? Optional.of(root) : Optional.empty();
    }
}
