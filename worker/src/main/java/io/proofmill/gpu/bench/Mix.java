package io.proofmill.gpu.bench;

/**
 * How an MSM's scalars are distributed.
 *
 * @param zeros share of zeros
 * @param ones share of ones
 * @param minusOnes share of -1
 */
public record Mix(double zeros, double ones, double minusOnes) {
    /** Every scalar uniform: the quotient's. */
    public static final Mix UNIFORM = new Mix(0, 0, 0);

    /** As in the assignment of a Filecoin PoRep part: 51.2 % zeros, 47.2 % ones. */
    public static final Mix POREP = new Mix(0.512, 0.472, 0);

    /** A third each of what an MSM takes apart first, for tests. */
    public static final Mix MIXED = new Mix(0.2, 0.2, 0.2);
}
