package io.proofmill.gpu.bench;

import io.proofmill.groth16.Assignment;
import io.proofmill.math.Curve;
import io.proofmill.math.PrimeField;
import io.proofmill.math.Scalars;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;

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

    /** The shares that an assignment has. */
    public static Mix of(Assignment assignment) {
        PrimeField field = Curve.of(assignment.curve()).fr();
        BigInteger minusOne = field.modulus().subtract(BigInteger.ONE);
        long[] counts = new long[3];
        for (long i = 0; i < assignment.size(); i++) {
            MemorySegment value = assignment.values().asSlice(i * Scalars.BYTES, Scalars.BYTES);
            if (isSmall(value)) {
                long word = value.get(ValueLayout.JAVA_LONG, 0);
                counts[0] += word == 0 ? 1 : 0;
                counts[1] += word == 1 ? 1 : 0;
            } else if (value.get(ValueLayout.JAVA_LONG, 0) == minusOne.longValue()
                    && assignment.value(i).equals(minusOne)) {
                counts[2]++;
            }
        }
        double all = assignment.size();
        return new Mix(counts[0] / all, counts[1] / all, counts[2] / all);
    }

    private static boolean isSmall(MemorySegment value) {
        long above = 0;
        for (int word = 1; word < Scalars.BYTES / Long.BYTES; word++) {
            above |= value.getAtIndex(ValueLayout.JAVA_LONG, word);
        }
        return above == 0;
    }

    /** A third each of what an MSM takes apart first, for tests. */
    public static final Mix MIXED = new Mix(0.2, 0.2, 0.2);
}
