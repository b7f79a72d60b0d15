package io.proofmill.groth16;

import io.proofmill.math.Density;
import io.proofmill.math.Group;
import io.proofmill.math.Msm;
import io.proofmill.math.Point;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Sums over the queries of a key, a stretch of points at a time: a key of many GiB is never copied whole. */
final class QuerySum {
    /** Long enough to cost a sum nothing, short enough for a few hundred MiB of points. */
    private static final long STRETCH = 1L << 22;

    private final Group group;
    private final long stretch;
    private final Work work;

    QuerySum(Group group, Work work) {
        this(group, STRETCH, work);
    }

    QuerySum(Group group, long stretch, Work work) {
        this.group = group;
        this.stretch = stretch;
        this.work = work;
    }

    /** Point j times the j-th scalar. */
    Point of(PointList points, MemorySegment scalars) {
        return sum(points, (first, count) -> scalars.asSlice(first * Scalars.BYTES, count * Scalars.BYTES));
    }

    /** Point j times the j-th selected value. */
    Point of(Query query, MemorySegment values) {
        return switch (query.selection()) {
            case Query.Range range ->
                of(query.points(), values.asSlice(range.first() * Scalars.BYTES, range.count() * Scalars.BYTES));
            case Query.Dense dense -> dense(query.points(), dense.density(), values);
        };
    }

    private Point dense(PointList points, Density density, MemorySegment values) {
        try (Arena arena = Arena.ofShared()) {
            long room = Math.min(stretch, points.size());
            MemorySegment selected = arena.allocate(Math.max(1, room) * Scalars.BYTES, Scalars.BYTES);
            Selected cursor = new Selected(density, values);
            return sum(points, (first, count) -> {
                cursor.copyTo(selected, count);
                return selected;
            });
        }
    }

    /** Scalars of a stretch; asked for one stretch after the other. */
    private interface Stretches {
        MemorySegment scalars(long first, long count);
    }

    private Point sum(PointList points, Stretches stretches) {
        Point sum = group.infinity();
        for (long first = 0; first < points.size(); first += stretch) {
            work.checkpoint();
            long count = Math.min(stretch, points.size() - first);
            MemorySegment scalars = stretches.scalars(first, count);
            try (Arena scratch = Arena.ofShared()) {
                sum = sum.add(Msm.of(group).sum(points.read(first, count, scratch), scalars, count, work));
            }
        }
        return sum;
    }

    /** Walks over the values that a density selects. */
    private static final class Selected {
        private final Density density;
        private final MemorySegment values;
        private long next;

        Selected(Density density, MemorySegment values) {
            this.density = density;
            this.values = values;
        }

        void copyTo(MemorySegment out, long count) {
            for (long j = 0; j < count; next++) {
                if (density.contains(next)) {
                    MemorySegment.copy(values, next * Scalars.BYTES, out, j++ * Scalars.BYTES, Scalars.BYTES);
                }
            }
        }
    }
}
