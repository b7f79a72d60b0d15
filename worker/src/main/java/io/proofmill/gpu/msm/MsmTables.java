package io.proofmill.gpu.msm;

/**
 * Multiples of an MSM's bases that lie on the device: table m holds 2^(c S m) times the bases, for windows of c bits in S sets. Windows of one set share their buckets, so that more
 * tables mean fewer and fuller buckets.
 *
 * @param count tables, the bases themselves included; 1 for none
 * @param windowBits c, which the tables were made for; 0 leaves it to the plan, for a count of 1
 */
public record MsmTables(int count, int windowBits) {
    /** Below it a sum is mostly starts of kernels, and tables gain nothing. */
    private static final long LEAST_POINTS = 1 << 16;
    /** Beyond it a set has more entries than its bins sort in shared memory. */
    private static final long MOST_POINTS = (1 << 22) + (1 << 20);

    /** The bases alone. */
    public static final MsmTables NONE = new MsmTables(1, 0);

    public MsmTables {
        if (count < 1 || (count > 1 && windowBits == 0)) {
            throw new IllegalArgumentException(count + " tables for windows of " + windowBits + " bits");
        }
    }

    /** Tables for the window that suits an MSM of so many dense scalars best. */
    public static MsmTables of(PointGroup group, long dense, int count) {
        return new MsmTables(count, MsmPlan.bestWindowBits(group, dense, count));
    }

    /**
     * As many tables as there are windows, so that all windows share one set of buckets; none where that was not measured to be faster on an H200 ({@code docs/measurements/h200-proof.md}).
     *
     * @param points of the sum, all of whose scalars may be dense
     */
    public static MsmTables fastest(PointGroup group, long points) {
        if (points < LEAST_POINTS || points > MOST_POINTS) {
            return NONE;
        }
        int windowBits = MsmPlan.bestWindowBits(group, points, Integer.MAX_VALUE);
        return new MsmTables(Math.ceilDiv(group.scalarBits(), windowBits), windowBits);
    }

    /** Doublings from one table to the next. */
    public int doublings(PointGroup group) {
        int windows = Math.ceilDiv(group.scalarBits(), windowBits);
        return windowBits * Math.ceilDiv(windows, count);
    }
}
