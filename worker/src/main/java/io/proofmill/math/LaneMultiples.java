package io.proofmill.math;

import java.math.BigInteger;

/** One multiple of many points, by doubling and adding all of them together in lanes. Not thread-safe. */
final class LaneMultiples {
    private final LaneAdditions additions;
    private final int pointWords;

    LaneMultiples(Field field) {
        this.additions = new LaneAdditions(field);
        this.pointWords = 2 * field.words();
    }

    /**
     * Multiplies every point by a positive integer.
     *
     * @param points {@code count} points in lane form
     * @return the multiples in lane form
     */
    long[] multiply(long[] points, int count, BigInteger multiplier) {
        int words = count * pointWords;
        long[] current = new long[2 * words];
        System.arraycopy(points, 0, current, 0, words);
        System.arraycopy(points, 0, current, words, words);
        long[] next = current.clone();
        for (int bit = multiplier.bitLength() - 2; bit >= 0; bit--) {
            step(current, next, count, 0);
            long[] swap = current;
            current = next;
            next = swap;
            if (multiplier.testBit(bit)) {
                step(current, next, count, count);
                swap = current;
                current = next;
                next = swap;
            }
        }
        return current;
    }

    /** Adds to each point the one {@code distance} further on: itself, or the point that it began as. */
    private void step(long[] from, long[] to, int count, int distance) {
        additions.between(from, to);
        for (int i = 0; i < count; i++) {
            additions.add(i << 1, (i + distance) << 1, i);
        }
        additions.flush();
    }
}
