package io.proofmill.math;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.nio.ByteOrder;

/**
 * A finite field whose elements are windows of {@link #words()} longs in Montgomery form, always fully reduced.
 *
 * <p>An operation reads {@code a[ao..]} and {@code b[bo..]} and writes {@code out[oo..]}. The windows may be the same or disjoint; they must not overlap
 * partly. Implementations are immutable and thread-safe.
 */
public sealed interface Field permits PrimeField, QuadraticField {
    /** The layout of a word at rest: little-endian, at any address. */
    ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** Longs in an element. */
    int words();

    /** How many prime field elements make one element: 1 or 2. */
    int degree();

    /** The prime field of the coefficients; of a prime field, itself. */
    PrimeField base();

    void add(long[] a, int ao, long[] b, int bo, long[] out, int oo);

    void sub(long[] a, int ao, long[] b, int bo, long[] out, int oo);

    void negate(long[] a, int ao, long[] out, int oo);

    void mul(long[] a, int ao, long[] b, int bo, long[] out, int oo);

    void square(long[] a, int ao, long[] out, int oo);

    /**
     * The multiplicative inverse.
     *
     * @throws ArithmeticException if a is zero
     */
    void inverse(long[] a, int ao, long[] out, int oo);

    /** Writes the element one. */
    void setOne(long[] out, int oo);

    /** Writes the Montgomery form of {@link #degree()} canonical coefficients, the constant one first. */
    void fromCanonical(BigInteger[] coefficients, long[] out, int oo);

    /** The canonical coefficients, the constant one first. */
    BigInteger[] toCanonical(long[] a, int ao);

    /** Bytes of an element at rest. */
    default int bytes() {
        return words() * Long.BYTES;
    }

    default long[] newElement() {
        return new long[words()];
    }

    default boolean isZero(long[] a, int ao) {
        long any = 0;
        for (int i = 0; i < words(); i++) {
            any |= a[ao + i];
        }
        return any == 0;
    }

    default boolean isEqual(long[] a, int ao, long[] b, int bo) {
        long difference = 0;
        for (int i = 0; i < words(); i++) {
            difference |= a[ao + i] ^ b[bo + i];
        }
        return difference == 0;
    }

    /** Reads the raw words of an element; nothing is converted or checked. */
    default void read(MemorySegment from, long offset, long[] out, int oo) {
        MemorySegment.copy(from, WORD, offset, out, oo, words());
    }

    /** Writes the raw words of an element; nothing is converted. */
    default void write(long[] a, int ao, MemorySegment to, long offset) {
        MemorySegment.copy(a, ao, to, WORD, offset, words());
    }
}
