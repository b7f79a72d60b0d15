package io.proofmill.groth16;

import io.proofmill.math.BadInputException;
import io.proofmill.math.Curve;
import io.proofmill.math.PrimeField;
import io.proofmill.math.ReasonCode;
import java.math.BigInteger;
import java.util.List;
import java.util.OptionalInt;

/** Decides whether proofs hold. Implementations are thread-safe. */
public interface Verifier {
    /**
     * Whether the proof shows the claim. A public input that is not below the field's prime, and a point outside its group, make it false.
     *
     * @throws BadInputException CURVE_MISMATCH or INVALID_REQUEST when the claim is not one for this key at all
     */
    boolean verify(VerifyingKey key, Claim claim);

    /**
     * The lowest index of a claim that does not hold, or nothing when all hold. The good case costs about one pairing a claim and is what this is for.
     *
     * @throws BadInputException as {@link #verify}
     */
    OptionalInt firstInvalid(VerifyingKey key, List<Claim> claims);

    /** Refuses a claim of another curve or with another number of public inputs. */
    static void requireFit(VerifyingKey key, Claim claim) {
        if (claim.proof().curve() != key.curve()) {
            throw new BadInputException(
                    ReasonCode.CURVE_MISMATCH,
                    "the proof is over " + claim.proof().curve().circomName() + ", the verifying key over "
                            + key.curve().circomName());
        }
        if (claim.publicInputs().size() != key.publicInputs()) {
            throw new BadInputException(
                    ReasonCode.INVALID_REQUEST,
                    "there are " + claim.publicInputs().size() + " public inputs, the verifying key's circuit has "
                            + key.publicInputs());
        }
    }

    /** Whether the claim's values may enter the equation: inputs canonical, points in their groups. */
    static boolean isWellFormed(VerifyingKey key, Claim claim) {
        PrimeField field = Curve.of(key.curve()).fr();
        for (BigInteger input : claim.publicInputs()) {
            if (!field.isCanonical(input)) {
                return false;
            }
        }
        return claim.proof().isWellFormed();
    }
}
