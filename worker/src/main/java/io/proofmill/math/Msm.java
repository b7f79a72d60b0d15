package io.proofmill.math;

import java.lang.foreign.MemorySegment;

/** Multi-scalar multiplication: the sum of scalar[i] * point[i] over two vectors at rest. */
public final class Msm {
    /** Fewer points than this are summed one at a time: lanes need their kernels compiled first. */
    private static final long FEWEST_FOR_LANES = 512;

    private final Group group;

    private Msm(Group group) {
        this.group = group;
    }

    public static Msm of(Group group) {
        return new Msm(group);
    }

    /**
     * The sum over i below n of scalar[i] * point[i].
     *
     * @param points packed affine points in Montgomery form ({@link Group#pointBytes()} bytes each) of the group's curve, infinity allowed; not checked
     * @param scalars canonical scalars, 32 little-endian bytes each, below the group's order
     * @throws java.util.concurrent.CancellationException if the work is cancelled
     */
    public Point sum(MemorySegment points, MemorySegment scalars, long n, Work work) {
        return Lanes.available() && n >= FEWEST_FOR_LANES
                ? new LaneMsm(group).sum(points, scalars, n, work)
                : new JacobianMsm(group).sum(points, scalars, n, work);
    }
}
