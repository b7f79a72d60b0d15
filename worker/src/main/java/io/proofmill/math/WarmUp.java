package io.proofmill.math;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/**
 * Gets the lane kernels compiled before they are needed: until C2 has compiled them a JVM interprets them, a hundred times slower. A command that makes one
 * proof starts this first, so that the kernels are ready when its key is read.
 */
public final class WarmUp {
    /** Enough for C2 at a tenth of the JVM's own thresholds (prove.compile); more would only be interpreted while C2 works. */
    private static final int CALLS = 600;

    /** The short kernels' calls: they go by while C2 has the multiplication. */
    private static final int SHORT_CALLS = 1_200;

    private static final int TRANSFORM_LOG = 12;
    private static final int TRANSFORMS = 6;

    private static final Work ONE_THREAD = Work.unattended(1);

    private WarmUp() {}

    /**
     * Starts compiling the field's kernels on a thread of its own, which ends by itself; nothing where there are no lanes. Kernels depend on the prime's
     * length only: 4 words or 6.
     */
    public static Thread start(PrimeField field) {
        Thread thread = new Thread(() -> run(field), "warm-up");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void run(PrimeField field) {
        if (!Lanes.available()) {
            return;
        }
        PrimeLanes lanes = field.lanes();
        int block = lanes.blockWords();
        long[] t = new long[3 * block];
        long[] packed = new long[lanes.packedWords()];
        packed[0] = 1;
        for (int i = 0; i < SHORT_CALLS; i++) {
            lanes.unpack(packed, 0, t, 0);
            if (i < CALLS) {
                lanes.mul(t, 0, t, 0, t, block);
            }
            lanes.sumAndDifference(t, 0, block);
            lanes.sub(t, 0, t, block, t, 2 * block);
            lanes.add(t, 0, t, block, t, 2 * block);
            lanes.reduce(t, 2 * block, t, 0);
            lanes.pack(t, 0, packed, 0);
        }
        if (field.twoAdicity() >= TRANSFORM_LOG) {
            transform(field);
        }
    }

    /** A few small transforms: theirs are the first loops that a proof needs next. */
    private static void transform(PrimeField field) {
        Ntt ntt = Ntt.of(field, TRANSFORM_LOG, field.rootOfUnity(nonResidue(field), TRANSFORM_LOG));
        try (Arena arena = Arena.ofShared()) {
            MemorySegment values = arena.allocate((long) Scalars.BYTES << TRANSFORM_LOG, Scalars.BYTES);
            for (int i = 0; i < TRANSFORMS; i++) {
                ntt.moveToCoset(values, BigInteger.TWO, ONE_THREAD);
            }
        }
    }

    private static BigInteger nonResidue(PrimeField field) {
        BigInteger half = field.modulus().shiftRight(1);
        BigInteger candidate = BigInteger.TWO;
        while (candidate.modPow(half, field.modulus()).equals(BigInteger.ONE)) {
            candidate = candidate.add(BigInteger.ONE);
        }
        return candidate;
    }
}
