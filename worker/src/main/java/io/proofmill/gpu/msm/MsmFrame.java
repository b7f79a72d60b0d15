package io.proofmill.gpu.msm;

/** The argument that the MSM kernels share: {@code struct Frame} of {@code msm/frame.hpp}, which says what each word means. */
@SuppressWarnings("EnumOrdinal") // The words' order is the structure's.
final class MsmFrame {
    /** The structure's words, in its order. */
    enum Word {
        BASES,
        BASE_COUNT,
        SCALARS,
        SCALAR_COUNT,
        RESULT,
        COUNTS,
        DENSE_LIST,
        UNIT_LIST,
        DENSE_COUNT,
        UNIT_COUNT,
        WINDOW_BITS,
        WINDOW_COUNT,
        TABLE_COUNT,
        SET_COUNT,
        COARSE_BITS,
        FIRST_SET,
        GROUP_SETS,
        SORT_CAPACITY,
        BATCH_THREADS,
        BATCH_THREADS_LEAST,
        INVERSION_THREADS,
        CONTROL,
        COARSE_COUNTS,
        COARSE_STARTS,
        COARSE_CURSORS,
        DIGITS,
        PARTITIONED,
        REFERENCES_0,
        REFERENCES_1,
        KEYS_0,
        KEYS_1,
        OFFSETS_0,
        OFFSETS_1,
        PAIR_OFFSETS,
        TILE_SUMS,
        PAIRS,
        PAIR_CAPACITY,
        ARENA_X,
        ARENA_Y,
        PREFIXES,
        PRODUCTS,
        PRODUCT_PREFIXES,
        REDUCE_FIRST_BITS,
        PARTIAL_POINTS_0,
        PARTIAL_POINTS_1,
        PARTIAL_SUMS_0,
        PARTIAL_SUMS_1,
        UNIT_SUM
    }

    private static final int WORDS = Word.values().length;

    private final long[] words;

    MsmFrame() {
        this(new long[WORDS]);
    }

    private MsmFrame(long[] words) {
        this.words = words;
    }

    MsmFrame set(Word word, long value) {
        words[word.ordinal()] = value;
        return this;
    }

    long get(Word word) {
        return words[word.ordinal()];
    }

    /** A frame that later changes of this one do not touch. */
    MsmFrame copy() {
        return new MsmFrame(words.clone());
    }

    /** The structure as it is passed. */
    long[] words() {
        return words.clone();
    }
}
