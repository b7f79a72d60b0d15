package io.proofmill.circom;

import io.proofmill.math.BadInputException;
import io.proofmill.math.Curve;
import io.proofmill.math.CurveId;
import io.proofmill.math.ReasonCode;
import java.math.BigInteger;

/** Tells the curve by a prime, as iden3's files do. */
final class Primes {
    private static final int MAX_BYTES = 64;

    private Primes() {}

    /** Reads {u32 n8, prime of n8 bytes} of a scalar field. */
    static CurveId readScalarField(String file, SectionReader reader) {
        return curveOf(file, readPrime(file, reader, "the scalar field's prime"));
    }

    static BigInteger readPrime(String file, SectionReader reader, String what) {
        long bytes = reader.u32("the size of " + what);
        if (bytes == 0 || bytes > MAX_BYTES || bytes % Long.BYTES != 0) {
            throw Iden3File.malformed(
                    file,
                    "says at offset " + (reader.fileOffset() - Integer.BYTES) + " that " + what + " has " + bytes
                            + " bytes; 32 or 48 were expected");
        }
        return reader.integer((int) bytes, what);
    }

    static CurveId curveOf(String file, BigInteger scalarPrime) {
        for (CurveId curve : CurveId.values()) {
            if (Curve.of(curve).fr().modulus().equals(scalarPrime)) {
                return curve;
            }
        }
        throw new BadInputException(
                ReasonCode.CURVE_MISMATCH,
                file + " is over the scalar field of prime " + scalarPrime
                        + ", which belongs to none of the curves bn128 and bls12381");
    }
}
