package io.proofmill.groth16;

import io.proofmill.math.BadInputException;
import io.proofmill.math.Curve;
import io.proofmill.math.Group;
import io.proofmill.math.Point;
import io.proofmill.math.PointCheck;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;

/**
 * What a prover needs of a circuit, from a .zkey, a .params file or a development set-up. Large parts are views of a mapped file that stays open until the
 * key is closed.
 *
 * @param a A query in G1
 * @param b1 B query in G1
 * @param b2 B query in G2
 * @param l the query of the private variables (snarkjs calls it C)
 * @param quotient H and how its scalars are made
 * @param memory owns what the key's parts point to
 */
public record ProvingKey(
        KeyShape shape,
        KeyConstants constants,
        Query a,
        Query b1,
        Query b2,
        Query l,
        Quotient quotient,
        ConstraintMatrices matrices,
        Arena memory)
        implements AutoCloseable {

    private static final long PIECE = 1 << 16;

    /**
     * Checks every point of the key: canonical, on its curve, in the subgroup. It takes far longer than a proof, so a caller does it once a key and remembers
     * the key's digest.
     *
     * @throws BadInputException INVALID_KEY naming the first bad point
     */
    public void validate(Work work) {
        Curve curve = Curve.of(shape.curve());
        requireSound("alpha1", constants.alpha1());
        requireSound("beta1", constants.beta1());
        requireSound("beta2", constants.beta2());
        requireSound("delta1", constants.delta1());
        requireSound("delta2", constants.delta2());
        requireSound("A", a.points(), curve.g1(), work);
        requireSound("B1", b1.points(), curve.g1(), work);
        requireSound("B2", b2.points(), curve.g2(), work);
        requireSound("L", l.points(), curve.g1(), work);
        requireSound("H", quotient.points(), curve.g1(), work);
    }

    private static void requireSound(String name, Point point) {
        if (point.isInfinity() || !point.isOnCurve() || !point.isInSubgroup()) {
            throw new BadInputException(
                    ReasonCode.INVALID_KEY,
                    "the proving key's " + name + " is not a point of the prime-order subgroup other than infinity");
        }
    }

    private static void requireSound(String name, PointList points, Group group, Work work) {
        PointCheck check = PointCheck.of(group);
        for (long first = 0; first < points.size(); first += PIECE) {
            long start = first;
            long count = Math.min(PIECE, points.size() - first);
            try (Arena scratch = Arena.ofShared()) {
                check.firstFailure(points.read(first, count, scratch), count, work)
                        .ifPresent(failure -> {
                            throw new BadInputException(
                                    ReasonCode.INVALID_KEY,
                                    "point " + (start + failure.index()) + " of the proving key's " + name + " query "
                                            + failure.fault().words());
                        });
            }
        }
    }

    @Override
    public void close() {
        memory.close();
    }
}
