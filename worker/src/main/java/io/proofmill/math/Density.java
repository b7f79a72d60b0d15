package io.proofmill.math;

/**
 * Which entries of a scalar vector have a point: bit i of the words says that scalar i has one. The points are stored without gaps, in the order of the set
 * bits, as in bellman's parameter files.
 */
public final class Density {
    private final long[] bits;
    private final long length;

    /**
     * Takes ownership of the bits.
     *
     * @param bits little-endian bit set of at least {@code length} bits
     * @param length how many scalars the vector has
     */
    public Density(long[] bits, long length) {
        if (length < 0 || length > 64L * bits.length) {
            throw new IllegalArgumentException(bits.length + " words do not hold " + length + " bits");
        }
        this.bits = bits;
        this.length = length;
    }

    /** How many scalars the vector has. */
    public long length() {
        return length;
    }

    public boolean contains(long index) {
        return (bits[(int) (index >>> 6)] >>> index & 1) != 0;
    }

    /** How many scalars have a point. */
    public long count() {
        long count = 0;
        for (int i = 0; i < (int) ((length + 63) >>> 6); i++) {
            long left = length - 64L * i;
            count += Long.bitCount(left >= 64 ? bits[i] : bits[i] & (1L << left) - 1);
        }
        return count;
    }
}
