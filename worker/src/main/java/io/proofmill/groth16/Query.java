package io.proofmill.groth16;

import io.proofmill.math.Density;

/**
 * A sum that the prover computes: point j times the j-th selected value of the assignment.
 *
 * @param points as many points as the selection picks values
 */
public record Query(PointList points, Selection selection) {
    public Query {
        if (points.size() != selection.count()) {
            throw new IllegalArgumentException(points.size() + " points for " + selection.count() + " selected values");
        }
    }

    /** Which values of the assignment have a point. */
    public sealed interface Selection {
        /** How many values are selected. */
        long count();
    }

    /** The values {@code first} to {@code first + count - 1}. circom's keys store a point for each of them, infinity included. */
    public record Range(long first, long count) implements Selection {}

    /** The values whose bit is set in a density over the whole assignment. bellman's keys leave out the points at infinity. */
    public record Dense(Density density, long count) implements Selection {
        public Dense(Density density) {
            this(density, density.count());
        }
    }
}
