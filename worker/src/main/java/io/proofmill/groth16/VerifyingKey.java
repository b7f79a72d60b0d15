package io.proofmill.groth16;

import io.proofmill.math.BadInputException;
import io.proofmill.math.CurveId;
import io.proofmill.math.Point;
import io.proofmill.math.ReasonCode;
import java.util.List;

/**
 * What a verifier needs of a circuit.
 *
 * @param ic one point of G1 for the constant 1 and one for each public input
 */
public record VerifyingKey(CurveId curve, Point alpha1, Point beta2, Point gamma2, Point delta2, List<Point> ic) {
    public VerifyingKey {
        ic = List.copyOf(ic);
    }

    /** How many public inputs a statement has. */
    public int publicInputs() {
        return ic.size() - 1;
    }

    /**
     * Checks every point: on its curve, in the subgroup, and not infinity where infinity would make every proof pass.
     *
     * @throws BadInputException INVALID_KEY naming the first bad point
     */
    public VerifyingKey validate() {
        requireFinite("alpha1", alpha1);
        requireFinite("beta2", beta2);
        requireFinite("gamma2", gamma2);
        requireFinite("delta2", delta2);
        for (int i = 0; i < ic.size(); i++) {
            requireSound("IC[" + i + "]", ic.get(i));
        }
        return this;
    }

    private static void requireFinite(String name, Point point) {
        if (point.isInfinity()) {
            throw new BadInputException(ReasonCode.INVALID_KEY, "the verifying key's " + name + " is infinity");
        }
        requireSound(name, point);
    }

    private static void requireSound(String name, Point point) {
        if (!point.isOnCurve()) {
            throw new BadInputException(ReasonCode.INVALID_KEY, "the verifying key's " + name + " is not on the curve");
        }
        if (!point.isInfinity() && !point.isInSubgroup()) {
            throw new BadInputException(
                    ReasonCode.INVALID_KEY, "the verifying key's " + name + " is not in the subgroup of prime order");
        }
    }
}
