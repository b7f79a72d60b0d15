package io.proofmill.math;

import java.util.Arrays;

/**
 * Sums the points of many segments at once: rounds of pairwise additions, so that a round's additions are independent of each other and a segment of a
 * million points is a tree. Not thread-safe.
 */
final class SegmentedSums {
    /** Points brought into the cache at a time: 4 to 12 KiB. */
    private static final int AHEAD = 64;

    private final LaneAdditions additions;
    private final int pointWords;
    private long[] front = {};
    private long[] back = {};

    SegmentedSums(Field field) {
        this.additions = new LaneAdditions(field);
        this.pointWords = 2 * field.words();
    }

    /**
     * Writes the sum of each segment, infinity for an empty one.
     *
     * @param points points in lane form
     * @param references the segments' points one after the other, as {@link LaneAdditions} names them
     * @param from where the first segment starts in the references
     * @param lengths the lengths of the segments
     * @param sums one point a segment, from point index {@code at}
     */
    void sum(long[] points, int[] references, int from, int[] lengths, long[] sums, int at, Work work) {
        int[] left = lengths.clone();
        front = atLeast(front, entriesAfterRound(left));
        additions.between(points, front);
        int longest = round(left, references, from, work);
        while (longest > 1) {
            back = atLeast(back, entriesAfterRound(left));
            additions.between(front, back);
            longest = round(left, null, 0, work);
            long[] swap = front;
            front = back;
            back = swap;
        }
        int next = 0;
        for (int i = 0; i < left.length; i++) {
            int to = (at + i) * pointWords;
            if (left[i] == 0) {
                Arrays.fill(sums, to, to + pointWords, 0);
            } else {
                System.arraycopy(front, next++ * pointWords, sums, to, pointWords);
            }
        }
    }

    /** Halves every segment and returns the longest length that is left. Without references the points are taken in order. */
    private int round(int[] lengths, int[] references, int from, Work work) {
        int read = from;
        int written = 0;
        int longest = 0;
        int touched = from;
        for (int i = 0; i < lengths.length; i++) {
            int end = read + lengths[i];
            lengths[i] = (lengths[i] + 1) / 2;
            longest = Math.max(longest, lengths[i]);
            for (; read + 1 < end; read += 2) {
                if (references != null && read + 1 >= touched) {
                    touched = Math.min(read + AHEAD, references.length);
                    additions.touch(references, read, touched);
                }
                additions.add(reference(references, read), reference(references, read + 1), written++);
                if ((written & 1023) == 0) {
                    work.checkpoint();
                }
            }
            if (read < end) {
                additions.copy(reference(references, read++), written++);
            }
        }
        additions.flush();
        return longest;
    }

    private static int reference(int[] references, int i) {
        return references == null ? i << 1 : references[i];
    }

    private static int entriesAfterRound(int[] lengths) {
        int entries = 0;
        for (int length : lengths) {
            entries += (length + 1) / 2;
        }
        return entries;
    }

    private long[] atLeast(long[] buffer, int points) {
        return buffer.length >= points * pointWords ? buffer : new long[points * pointWords];
    }
}
