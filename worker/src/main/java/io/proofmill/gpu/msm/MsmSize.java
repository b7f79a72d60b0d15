package io.proofmill.gpu.msm;

/**
 * What an MSM's plan depends on.
 *
 * @param group the points' group
 * @param baseCount points of a table
 * @param dense scalars other than 0, 1 and -1
 * @param units scalars 1 and -1
 * @param tables the multiples of the bases that there are
 * @param device what it runs on
 * @param scratchLimit bytes that the scratch should stay under where that is possible
 */
public record MsmSize(
        PointGroup group,
        long baseCount,
        long dense,
        long units,
        MsmTables tables,
        MsmDevice device,
        long scratchLimit) {
    /** More scratch than this gains nothing. */
    public static final long USEFUL_SCRATCH = 40L << 30;

    /** The largest problem of so many points: all scalars dense. */
    public static MsmSize largest(PointGroup group, long count, MsmTables tables, MsmDevice device, long scratchLimit) {
        return new MsmSize(group, count, count, 0, tables, device, scratchLimit);
    }
}
