package io.proofmill.math;

import java.util.Arrays;

/**
 * The weighted sum of a window's buckets, bucket i counted i + 1 times. The buckets are laid out as a grid: the sums of its rows and of its columns are two
 * segmented sums in lanes, and what is left, a weighted sum of twice the square root as many points, runs one point at a time.
 */
final class BucketReduction {
    private final Group group;
    private final LaneForm form;
    private final SegmentedSums sums;
    private final int n;

    BucketReduction(Group group, SegmentedSums sums) {
        this.group = group;
        this.form = new LaneForm(group.field());
        this.sums = sums;
        this.n = group.field().words();
    }

    /**
     * Bucket r * columns + c has weight columns * r + (c + 1).
     *
     * @param buckets 2^log points in lane form
     */
    Point reduce(long[] buckets, int log, Work work) {
        int columns = 1 << (log / 2);
        int rows = 1 << (log - log / 2);
        Point byRow = weighted(gridSums(buckets, rows, columns, columns, 1, work), rows, 0);
        Point byColumn = weighted(gridSums(buckets, columns, rows, 1, columns, work), columns, 1);
        for (int i = 0; i < log / 2; i++) {
            byRow = byRow.twice();
        }
        return byRow.add(byColumn);
    }

    /** The sums of {@code lines} lines of {@code length} buckets: line i, place j is bucket i * lineStep + j * placeStep. */
    private long[] gridSums(long[] buckets, int lines, int length, int lineStep, int placeStep, Work work) {
        int[] references = new int[lines * length];
        for (int i = 0; i < references.length; i++) {
            references[i] = (i / length * lineStep + i % length * placeStep) << 1;
        }
        int[] lengths = new int[lines];
        Arrays.fill(lengths, length);
        long[] out = new long[lines * 2 * n];
        sums.sum(buckets, references, 0, lengths, out, 0, work);
        return out;
    }

    /** The sum of (i + first) times point i. */
    private Point weighted(long[] points, int count, int first) {
        long[] running = new long[3 * n];
        long[] total = new long[3 * n];
        long[] point = new long[3 * n];
        for (int i = count - 1; i >= 0; i--) {
            if (i + first == 0) {
                break;
            }
            form.toRest(points, i * 2 * n, point, 0);
            form.toRest(points, (i * 2 + 1) * n, point, n);
            if (!(group.field().isZero(point, 0) && group.field().isZero(point, n))) {
                group.addAffine(running, 0, point, 0, running, 0);
            }
            group.add(total, 0, running, 0, total, 0);
        }
        return new Point(group, total);
    }
}
