package io.proofmill.math;

/**
 * A field in lanes: one operation works on {@link PrimeLanes#WIDTH} independent elements, a block.
 *
 * <p>A block is a window of {@link #blockWords()} longs, limb-major: limb i of every lane side by side, then limb i + 1. Elements are in Montgomery form with
 * R' = 2^(limb bits * limbs), larger than the R of elements at rest. They are not fully reduced: each operation says what multiple of p it accepts. A packed
 * block ({@link #packedWords()} longs, word-major) holds canonical 64-bit words, lane beside lane.
 *
 * <p>An output window may be an input window. Instances belong to one thread.
 */
sealed interface LaneField permits PrimeLanes, QuadraticLanes {
    static LaneField of(Field field) {
        return switch (field) {
            case PrimeField prime -> prime.lanes();
            case QuadraticField extension -> new QuadraticLanes(extension.base().lanes());
        };
    }

    /** Longs in a block. */
    int blockWords();

    /** Longs in a packed block. */
    int packedWords();

    /** a + b; the bounds add up. */
    void add(long[] a, int ao, long[] b, int bo, long[] out, int oo);

    /** a - b + 4p for b below 4p. */
    void sub(long[] a, int ao, long[] b, int bo, long[] out, int oo);

    /** a b / R' below 3p, for a and b below 5p. */
    void mul(long[] a, int ao, long[] b, int bo, long[] out, int oo);

    /** The same element below 1.001 p, from any bound that the limbs hold. */
    void reduce(long[] a, int ao, long[] out, int oo);

    /** Spreads packed words over limbs; no Montgomery conversion. */
    void unpack(long[] packed, int po, long[] out, int oo);

    /** Packs canonical words from an element below 2p. */
    void pack(long[] a, int ao, long[] packed, int po);

    /** Takes b in the lanes whose flag is not zero, a in the others. */
    void select(long[] a, int ao, long[] b, int bo, long[] flags, int fo, long[] out, int oo);
}
