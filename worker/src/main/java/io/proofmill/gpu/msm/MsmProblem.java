package io.proofmill.gpu.msm;

import io.proofmill.gpu.msm.MsmFrame.Word;

/**
 * Where an MSM's inputs and outputs lie: device addresses.
 *
 * @param bases packed affine points, table after table; the first scalar belongs to the first
 * @param baseCount points of a table
 * @param scalars canonical, 32 little-endian bytes each
 * @param scalarCount at most {@code baseCount}
 * @param result room for {@link MsmPlan#MAX_RESULT_POINTS} affine points
 * @param lists room for {@link #listBytes(long)}; begins with the two counts that classification writes
 */
public record MsmProblem(long bases, long baseCount, long scalars, long scalarCount, long result, long lists) {
    /** Bytes of the two counts: dense scalars, and scalars 1 or -1. */
    public static final int COUNT_BYTES = 16;

    private static final int COUNTS_ROOM = 256;

    /** Bytes that classification needs for its counts and lists. */
    public static long listBytes(long scalarCount) {
        return COUNTS_ROOM + 2 * MsmPlan.aligned(Integer.BYTES * scalarCount);
    }

    /** The same with its bases, and what tables of multiples follow them, elsewhere. */
    MsmProblem withBases(long address) {
        return new MsmProblem(address, baseCount, scalars, scalarCount, result, lists);
    }

    MsmFrame frame() {
        long denseList = lists + COUNTS_ROOM;
        return new MsmFrame()
                .set(Word.BASES, bases)
                .set(Word.BASE_COUNT, baseCount)
                .set(Word.SCALARS, scalars)
                .set(Word.SCALAR_COUNT, scalarCount)
                .set(Word.RESULT, result)
                .set(Word.COUNTS, lists)
                .set(Word.DENSE_LIST, denseList)
                .set(Word.UNIT_LIST, denseList + MsmPlan.aligned(Integer.BYTES * scalarCount));
    }
}
