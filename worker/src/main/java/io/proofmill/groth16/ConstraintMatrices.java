package io.proofmill.groth16;

import io.proofmill.math.Work;
import java.lang.foreign.MemorySegment;

/**
 * The matrices A and B of a rank-1 constraint system with its input rows, in whatever form they are held. C is never needed: of a satisfied system it is the
 * elementwise product of the other two.
 */
public interface ConstraintMatrices {
    /** Rows, the input rows included; never more than the key's domain. */
    long rows();

    /** The products with an assignment, which may look at all of its values first. */
    Products with(Assignment w, Work work);

    /** A w and B w of one assignment, stretch by stretch. Thread-safe. */
    @FunctionalInterface
    interface Products {
        /**
         * Writes a stretch of both.
         *
         * @param first the first row
         * @param count rows to write
         * @param a room for {@code count} elements of 32 bytes; receives Montgomery form
         * @param b as {@code a}
         */
        void write(long first, long count, MemorySegment a, MemorySegment b, Work work);
    }

    /**
     * Writes all of A w and B w.
     *
     * @param a room for {@link #rows()} elements of 32 bytes; receives Montgomery form
     * @param b as {@code a}
     */
    default void multiply(Assignment w, MemorySegment a, MemorySegment b, Work work) {
        with(w, work).write(0, rows(), a, b, work);
    }
}
