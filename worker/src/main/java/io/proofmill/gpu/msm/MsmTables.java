package io.proofmill.gpu.msm;

/**
 * Multiples of an MSM's bases that lie on the device: table m holds 2^(c S m) times the bases, for windows of c bits in S sets. Windows of one set share their buckets, so that more
 * tables mean fewer and fuller buckets.
 *
 * @param count tables, the bases themselves included; 1 for none
 * @param windowBits c, which the tables were made for; 0 leaves it to the plan, for a count of 1
 */
public record MsmTables(int count, int windowBits) {
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

    /** Doublings from one table to the next. */
    public int doublings(PointGroup group) {
        int windows = Math.ceilDiv(group.scalarBits(), windowBits);
        return windowBits * Math.ceilDiv(windows, count);
    }
}
