package io.proofmill.groth16;

import io.proofmill.math.CurveId;

/**
 * The sizes of a circuit's key.
 *
 * @param variables length of the assignment, the constant 1 included
 * @param publicInputs how many variables after the constant are public
 * @param domainLog log2 of the domain's size N: the smallest power of two that holds the constraints and the input rows
 */
public record KeyShape(CurveId curve, long variables, int publicInputs, int domainLog) {
    /** N. */
    public long domain() {
        return 1L << domainLog;
    }
}
