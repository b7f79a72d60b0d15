package io.proofmill.math;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;

/**
 * Gets the lane kernels compiled before they are needed: for its first second or two a JVM interprets them, a hundred times slower. A worker runs this at
 * start, a single proof beside the reading of its key.
 */
public final class WarmUp {
    private static final int LOG = 10;
    private static final int POINTS = 1 << LOG;
    private static final int ROUNDS = 2;

    private WarmUp() {}

    /** Runs small sums and transforms on the curve; nothing where there are no lanes. */
    public static void run(CurveId id, Work work) {
        if (!Lanes.available()) {
            return;
        }
        Curve curve = Curve.of(id);
        PrimeField fr = curve.fr();
        BigInteger root = BigInteger.valueOf(5).modPow(fr.modulus().shiftRight(LOG), fr.modulus());
        LaneNtt ntt = new LaneNtt(fr, LOG, root);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment scalars = scalars(arena);
            MemorySegment first = multiples(curve.g1(), arena);
            MemorySegment second = multiples(curve.g2(), arena);
            for (int i = 0; i < ROUNDS; i++) {
                new LaneMsm(curve.g1()).sum(first, scalars, POINTS, work);
                new LaneMsm(curve.g2()).sum(second, scalars, POINTS, work);
                ntt.moveToCoset(scalars, BigInteger.TWO, work);
                Elementwise.of(fr).multiply(scalars, scalars, scalars, POINTS, work);
            }
        }
    }

    /** Spread over all windows: multiples of an odd constant, below 2^252. */
    private static MemorySegment scalars(Arena arena) {
        MemorySegment scalars = arena.allocate((long) POINTS * Scalars.BYTES, Long.BYTES);
        long word = 0;
        for (long offset = 0; offset < scalars.byteSize(); offset += Long.BYTES) {
            word += 0x9E37_79B9_7F4A_7C15L;
            scalars.set(Field.WORD, offset, offset % Scalars.BYTES == 24 ? word >>> 4 : word);
        }
        return scalars;
    }

    private static MemorySegment multiples(Group group, Arena arena) {
        int n = group.field().words();
        long[] points = new long[POINTS * 3 * n];
        long[] generator = group.generator().affine();
        System.arraycopy(generator, 0, points, 0, 3 * n);
        for (int i = 1; i < POINTS; i++) {
            group.addAffine(points, (i - 1) * 3 * n, generator, 0, points, i * 3 * n);
        }
        BatchNormalisation.normalise(group, points, POINTS);
        MemorySegment packed = arena.allocate((long) POINTS * group.pointBytes(), Long.BYTES);
        for (int i = 0; i < POINTS; i++) {
            MemorySegment.copy(points, i * 3 * n, packed, Field.WORD, (long) i * group.pointBytes(), 2 * n);
        }
        return packed;
    }
}
