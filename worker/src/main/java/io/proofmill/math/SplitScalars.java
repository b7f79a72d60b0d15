package io.proofmill.math;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * A vector of scalars taken apart: zeros and points at infinity are left out, ones are only counted in, the rest are cut into signed digits. Witnesses are
 * mostly bits.
 */
final class SplitScalars {
    private final int[] indexes;
    private final int ones;
    private final int count;

    /** Four words each: the scalar plus 2^(bits - 1) in every window but the highest, so that digits need no carry. */
    private final long[] shifted;

    private SplitScalars(int[] indexes, int ones, int count, long[] shifted) {
        this.indexes = indexes;
        this.ones = ones;
        this.count = count;
        this.shifted = shifted;
    }

    static SplitScalars of(Group group, MemorySegment points, MemorySegment scalars, int n, Work work) {
        int[] ones = new int[n];
        int[] others = new int[n];
        long[] words = new long[4 * n];
        int oneCount = 0;
        int otherCount = 0;
        for (int i = 0; i < n; i++) {
            if ((i & 0xFFFF) == 0) {
                work.checkpoint();
            }
            MemorySegment.copy(scalars, Field.WORD, (long) i * Scalars.BYTES, words, 4 * otherCount, 4);
            boolean small = (words[4 * otherCount + 1] | words[4 * otherCount + 2] | words[4 * otherCount + 3]) == 0;
            long low = words[4 * otherCount];
            if ((small && low == 0) || isInfinity(group, points, i)) {
                continue;
            }
            if (small && low == 1) {
                ones[oneCount++] = i;
            } else {
                others[otherCount++] = i;
            }
        }
        int[] indexes = Arrays.copyOf(ones, oneCount + otherCount);
        System.arraycopy(others, 0, indexes, oneCount, otherCount);
        return new SplitScalars(indexes, oneCount, otherCount, words);
    }

    private static boolean isInfinity(Group group, MemorySegment points, int i) {
        long offset = (long) i * group.pointBytes();
        for (int word = 0; word < group.pointBytes(); word += Long.BYTES) {
            if (points.get(Field.WORD, offset + word) != 0) {
                return false;
            }
        }
        return true;
    }

    /** The indexes of the points that count: first those of the ones, then those of the others. */
    int[] indexes() {
        return indexes;
    }

    int ones() {
        return ones;
    }

    int others() {
        return count;
    }

    /** Adds the constant that makes every digit but the highest signed. Once, before {@link #digit}. */
    void shift(int bits, int windows) {
        long[] constant = new long[4];
        for (int w = 0; w < windows - 1; w++) {
            int bit = w * bits + bits - 1;
            constant[bit >>> 6] |= 1L << bit;
        }
        for (int i = 0; i < count; i++) {
            long carry = 0;
            for (int j = 0; j < 4; j++) {
                long sum = shifted[4 * i + j] + constant[j];
                long full = sum + carry;
                carry = (Long.compareUnsigned(sum, constant[j]) < 0 ? 1 : 0)
                        | (Long.compareUnsigned(full, sum) < 0 ? 1 : 0);
                shifted[4 * i + j] = full;
            }
        }
    }

    /** The digits of all others at a window, -2^(bits - 1) to 2^(bits - 1) - 1, plus {@code lift}: 2^(bits - 1) for the highest window, otherwise 0. */
    int[] digits(int window, int bits, int lift) {
        int[] digits = new int[count];
        for (int i = 0; i < count; i++) {
            digits[i] = digit(i, window, bits) + lift;
        }
        return digits;
    }

    private int digit(int i, int window, int bits) {
        int from = window * bits;
        int word = from >>> 6;
        int shift = from & 63;
        long value = shifted[4 * i + word] >>> shift;
        if (shift + bits > 64 && word < 3) {
            value |= shifted[4 * i + word + 1] << (64 - shift);
        }
        return (int) (value & ((1L << bits) - 1)) - (1 << (bits - 1));
    }
}
