package io.proofmill.math;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;

/**
 * Pippenger's bucket method in lanes: signed digits, a counting sort by bucket in every window, buckets summed by rounds of pairwise affine additions with
 * shared inversions. Scalars of zero and one are taken apart. Threads take windows.
 */
final class LaneMsm {
    /** Points in memory at once, in lane form. */
    private static final int CHUNK = 1 << 20;

    /** Points of whole buckets that are summed together: their sums stay in a core's cache. */
    private static final int SLICE = 1 << 15;

    private static final int LONGEST_PIECE_OF_ONES = 1 << 14;

    /** What an addition one point at a time costs, counted in additions in lanes. */
    private static final double SLOW_ADDITION = 15;

    private static final int LONGEST_WINDOW = 17;

    /** How much more work than the least is well spent on an even share for the threads. */
    private static final double NEAR = 1.05;

    private final Group group;
    private final int n;

    LaneMsm(Group group) {
        this.group = group;
        this.n = group.field().words();
    }

    Point sum(MemorySegment points, MemorySegment scalars, long count, Work work) {
        Point total = group.infinity();
        for (long from = 0; from < count; from += CHUNK) {
            int size = (int) Math.min(CHUNK, count - from);
            total = total.add(sumChunk(
                    points.asSlice(from * group.pointBytes()), scalars.asSlice(from * Scalars.BYTES), size, work));
        }
        return total;
    }

    private Point sumChunk(MemorySegment points, MemorySegment scalars, int count, Work work) {
        SplitScalars split = SplitScalars.of(group, points, scalars, count, work);
        int[] indexes = split.indexes();
        long[] loaded = LanePoints.load(group, points, indexes, work);
        return sumOnes(loaded, split.ones(), work).add(sumOthers(loaded, split, work));
    }

    private Point sumOnes(long[] points, int ones, Work work) {
        if (ones == 0) {
            return group.infinity();
        }
        int pieces = (ones + LONGEST_PIECE_OF_ONES - 1) / LONGEST_PIECE_OF_ONES;
        AtomicReferenceArray<Point> sums = new AtomicReferenceArray<>(pieces);
        Parallel.forRanges(ones, LONGEST_PIECE_OF_ONES, work, (from, to) -> {
            int[] references = new int[(int) (to - from)];
            Arrays.setAll(references, i -> (int) (from + i) << 1);
            long[] sum = new long[2 * n];
            new SegmentedSums(group.field()).sum(points, references, 0, new int[] {references.length}, sum, 0, work);
            sums.set((int) (from / LONGEST_PIECE_OF_ONES), restored(sum));
        });
        return sumOf(sums);
    }

    private Point sumOthers(long[] points, SplitScalars split, Work work) {
        if (split.others() == 0) {
            return group.infinity();
        }
        int bits = windowBits(split.others(), work.parallelism());
        int windows = windows(bits);
        split.shift(bits, windows);
        AtomicReferenceArray<Point> sums = new AtomicReferenceArray<>(windows);
        Parallel.forRanges(windows, 1, work, (from, to) -> {
            for (int w = (int) from; w < to; w++) {
                sums.set(w, sumWindow(points, split, w, w == windows - 1, bits, work));
            }
        });
        Point total = group.infinity();
        for (int w = windows - 1; w >= 0; w--) {
            for (int i = 0; i < bits; i++) {
                total = total.twice();
            }
            total = total.add(sums.get(w));
        }
        return total;
    }

    private Point sumWindow(long[] points, SplitScalars split, int window, boolean highest, int bits, Work work) {
        int buckets = 1 << (bits - 1);
        int[] digits = split.digits(window, bits, highest ? buckets : 0);
        int[] lengths = lengths(digits, buckets);
        int[] references = sortByBucket(digits, lengths, split.ones());
        long[] sums = new long[buckets * 2 * n];
        SegmentedSums segmented = new SegmentedSums(group.field());
        int start = 0;
        for (int bucket = 0; bucket < buckets; ) {
            int end = bucket;
            int entries = 0;
            while (end < buckets && (entries == 0 || entries + lengths[end] <= SLICE)) {
                entries += lengths[end++];
            }
            segmented.sum(points, references, start, Arrays.copyOfRange(lengths, bucket, end), sums, bucket, work);
            start += entries;
            bucket = end;
        }
        return new BucketReduction(group, segmented).reduce(sums, bits - 1, work);
    }

    /** How many points fall into each bucket. A loop of its own: inside a window's sum C2 would compile the whole sum again for it. */
    private static int[] lengths(int[] digits, int buckets) {
        int[] lengths = new int[buckets];
        for (int digit : digits) {
            if (digit != 0) {
                lengths[Math.abs(digit) - 1]++;
            }
        }
        return lengths;
    }

    /** References to the points with a digit, bucket by bucket, the point's sign being the digit's. */
    private static int[] sortByBucket(int[] digits, int[] lengths, int firstPoint) {
        int[] next = new int[lengths.length];
        int entries = 0;
        for (int i = 0; i < lengths.length; i++) {
            next[i] = entries;
            entries += lengths[i];
        }
        int[] references = new int[entries];
        for (int i = 0; i < digits.length; i++) {
            int digit = digits[i];
            if (digit != 0) {
                references[next[Math.abs(digit) - 1]++] = (firstPoint + i) << 1 | (digit >>> 31);
            }
        }
        return references;
    }

    private Point restored(long[] laneForm) {
        LaneForm form = new LaneForm(group.field());
        long[] xyz = new long[3 * n];
        if (!Arrays.equals(laneForm, new long[2 * n])) {
            form.toRest(laneForm, 0, xyz, 0);
            form.toRest(laneForm, n, xyz, n);
            group.field().setOne(xyz, 2 * n);
        }
        return new Point(group, xyz);
    }

    private Point sumOf(AtomicReferenceArray<Point> points) {
        Point total = group.infinity();
        for (int i = 0; i < points.length(); i++) {
            total = total.add(points.get(i));
        }
        return total;
    }

    /**
     * The window with the least time: that of the thread with the most windows, among those whose work in all is near the least. Sixteen windows take two threads less time than seventeen
     * that are a little shorter.
     */
    private int windowBits(int count, int threads) {
        double least = IntStream.rangeClosed(2, LONGEST_WINDOW)
                .mapToDouble(bits -> windows(bits) * windowCost(count, bits))
                .min()
                .orElseThrow();
        return IntStream.rangeClosed(2, LONGEST_WINDOW)
                .filter(bits -> windows(bits) * windowCost(count, bits) <= NEAR * least)
                .boxed()
                .min(Comparator.comparingDouble(bits -> Math.ceilDiv(windows(bits), threads) * windowCost(count, bits)))
                .orElseThrow();
    }

    private int windows(int bits) {
        return group.order().bitLength() / bits + 1;
    }

    /** In additions: one a point, two a bucket, and a slow rest of four times the square root of the buckets. */
    private static double windowCost(int count, int bits) {
        double buckets = 1 << (bits - 1);
        return count + 2 * buckets + 4 * SLOW_ADDITION * Math.sqrt(buckets);
    }
}
