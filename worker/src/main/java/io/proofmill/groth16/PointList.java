package io.proofmill.groth16;

import io.proofmill.math.Group;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The points of one query of a proving key, wherever and however they are stored. */
public interface PointList {
    /** How many points there are. */
    long size();

    /**
     * Points from {@code first} on, packed affine in Montgomery form as {@link Group} says. Either a view of what is stored or a conversion that lives in
     * {@code scratch}; it is read-only to the caller.
     */
    MemorySegment read(long first, long count, Arena scratch);

    /** Points that are stored packed already: {@code size * group.pointBytes()} bytes. */
    static PointList packed(Group group, MemorySegment points, long size) {
        return new PackedPoints(points.asSlice(0, size * group.pointBytes()), size, group.pointBytes());
    }
}
