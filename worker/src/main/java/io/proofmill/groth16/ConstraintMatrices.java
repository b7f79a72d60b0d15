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

    /**
     * Writes A w and B w.
     *
     * @param a room for {@link #rows()} elements of 32 bytes; receives Montgomery form
     * @param b as {@code a}
     */
    void multiply(Assignment w, MemorySegment a, MemorySegment b, Work work);
}
