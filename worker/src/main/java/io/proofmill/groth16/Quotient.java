package io.proofmill.groth16;

import java.math.BigInteger;

/**
 * How a key represents the quotient polynomial h = (a b - c) / Z: which scalars go with its H points, and the roots of unity they are relative to.
 *
 * @param form what the scalars are
 * @param generator the field element whose powers are the roots of unity: 5 for circom's keys, 7 for bellman's
 * @param points H
 */
public record Quotient(Form form, BigInteger generator, PointList points) {
    /** What is multiplied with the H points; N is the domain's size. */
    public enum Form {
        /** N scalars: the values of a b - c at the odd 2N-th roots of unity (snarkjs). Needs six transforms of size N. */
        ODD_ROOTS,
        /** N - 1 scalars: the coefficients of h (bellman). Needs six transforms of size N as well. */
        COEFFICIENTS
    }
}
