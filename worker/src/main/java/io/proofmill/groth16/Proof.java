package io.proofmill.groth16;

import io.proofmill.math.CurveId;
import io.proofmill.math.Point;

/**
 * A proof: A and C in G1, B in G2. {@link Point#coordinates()} gives the canonical affine coordinates; how they become bytes is the format's affair.
 */
public record Proof(CurveId curve, Point a, Point b, Point c) {
    /** Whether each point is on its curve and in the subgroup; infinity is. A verifier must ask, as the pairing is only defined there. */
    public boolean isWellFormed() {
        return isSound(a) && isSound(b) && isSound(c);
    }

    private static boolean isSound(Point point) {
        return point.isInfinity() || (point.isOnCurve() && point.isInSubgroup());
    }
}
