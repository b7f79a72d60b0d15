package io.proofmill.groth16;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A list whose reads are views: a mapped file, or memory that a set-up filled. */
record PackedPoints(MemorySegment points, long size, int pointBytes) implements PointList {
    @Override
    public MemorySegment read(long first, long count, Arena scratch) {
        return points.asSlice(first * pointBytes, count * pointBytes);
    }
}
