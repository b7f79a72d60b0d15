package io.proofmill.math;

import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Checks vectors of packed points: canonical coordinates, on the curve, in the subgroup of prime order. */
public final class PointCheck {
    private static final int PIECE = 1024;

    private final Group group;
    private final int n;

    private PointCheck(Group group) {
        this.group = group;
        this.n = group.field().words();
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

    /** The failing point of lowest index, or nothing; infinity passes. */
    public Optional<Failure> firstFailure(MemorySegment points, long count, Work work) {
        AtomicReference<Failure> first = new AtomicReference<>();
        Parallel.forRanges(count, PIECE, work, (from, to) -> {
            Failure known = first.get();
            if (known != null && known.index() < from) {
                return;
            }
            Failure failure = firstFailure(points, from, (int) (to - from));
            if (failure != null) {
                first.accumulateAndGet(failure, (a, b) -> a == null || b.index() < a.index() ? b : a);
            }
        });
        return Optional.ofNullable(first.get());
    }

    /** Points before the first one off the curve are still asked for their subgroup: they come first. */
    private Failure firstFailure(MemorySegment points, long from, int count) {
        Failure failure = null;
        int sound = 0;
        while (failure == null && sound < count) {
            Fault fault = curveFault(points, (from + sound) * group.pointBytes());
            if (fault == null) {
                sound++;
            } else {
                failure = new Failure(from + sound, fault);
            }
        }
        int stray = firstOutsideSubgroup(points.asSlice(from * group.pointBytes()), sound);
        return stray < sound ? new Failure(from + stray, Fault.NOT_IN_SUBGROUP) : failure;
    }

    private Fault curveFault(MemorySegment points, long offset) {
        if (!group.isCanonical(points, offset)) {
            return Fault.NOT_CANONICAL;
        }
        long[] point = new long[3 * n];
        group.readAffine(points, offset, point, 0);
        return group.isOnCurve(point, 0) ? null : Fault.NOT_ON_CURVE;
    }

    /** The index of the first point that is outside, or the count. */
    private int firstOutsideSubgroup(MemorySegment points, int count) {
        SubgroupTest test = group.subgroupTest();
        if (test.multiplier().signum() == 0) {
            return count;
        }
        MemorySegment multiples = Lanes.available() ? multiplesInLanes(points, count, test.multiplier()) : null;
        long[] point = new long[3 * n];
        long[] multiple = new long[3 * n];
        for (int i = 0; i < count; i++) {
            long offset = (long) i * group.pointBytes();
            group.readAffine(points, offset, point, 0);
            if (multiples == null) {
                multiple = group.multiply(point, 0, test.multiplier());
            } else {
                group.readAffine(multiples, offset, multiple, 0);
            }
            if (!test.holds(point, multiple)) {
                return i;
            }
        }
        return count;
    }

    private MemorySegment multiplesInLanes(MemorySegment points, int count, BigInteger multiplier) {
        LanePoints conversion = new LanePoints(group);
        long[] loaded = conversion.load(points, 0, count);
        long[] multiples = new LaneMultiples(group.field()).multiply(loaded, count, multiplier);
        MemorySegment out = MemorySegment.ofArray(new long[count * 2 * n]);
        conversion.store(multiples, count, out, 0);
        return out;
    }
}
