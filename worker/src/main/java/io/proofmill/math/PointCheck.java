package io.proofmill.math;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Checks vectors of packed points: canonical coordinates, on the curve, in the subgroup of prime order. */
public final class PointCheck {
    private static final long PIECE = 1024;

    private final Group group;

    private PointCheck(Group group) {
        this.group = group;
    }

    public static PointCheck of(Group group) {
        return new PointCheck(group);
    }

    /** What is wrong with a point. */
    public enum Fault {
        NOT_CANONICAL("has a coordinate that is not below the field's prime"),
        NOT_ON_CURVE("is not on the curve"),
        NOT_IN_SUBGROUP("is not in the subgroup of prime order");

        private final String words;

        Fault(String words) {
            this.words = words;
        }

        /** The predicate of a sentence whose subject is the point. */
        public String words() {
            return words;
        }
    }

    /** A point that failed the check. */
    public record Failure(long index, Fault fault) {}

    /** A failing point of lowest index, or nothing; infinity passes. */
    public Optional<Failure> firstFailure(MemorySegment points, long count, Work work) {
        AtomicReference<Failure> first = new AtomicReference<>();
        Parallel.forRanges(count, PIECE, work, (from, to) -> {
            for (long i = from; i < to; i++) {
                Fault fault = faultOf(points, i * group.pointBytes());
                if (fault != null) {
                    Failure failure = new Failure(i, fault);
                    first.accumulateAndGet(failure, (a, b) -> a == null || b.index() < a.index() ? b : a);
                    return;
                }
            }
        });
        return Optional.ofNullable(first.get());
    }

    private Fault faultOf(MemorySegment points, long offset) {
        if (!group.isCanonical(points, offset)) {
            return Fault.NOT_CANONICAL;
        }
        Point point = group.read(points, offset);
        if (!point.isOnCurve()) {
            return Fault.NOT_ON_CURVE;
        }
        return point.isInSubgroup() ? null : Fault.NOT_IN_SUBGROUP;
    }
}
