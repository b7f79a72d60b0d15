package io.proofmill.gpu.msm;

import io.proofmill.gpu.driver.LaunchShape;
import io.proofmill.gpu.msm.MsmFrame.Word;
import io.proofmill.math.BadInputException;
import io.proofmill.math.ReasonCode;
import java.util.ArrayList;
import java.util.List;

/**
 * How one MSM runs: the window, the groups of sets, the scratch's layout and the kernels in order. The same arithmetic as {@code msm/plan.hpp}, whose kernels it drives; a
 * test holds the two together.
 *
 * <p>Pippenger's method with signed digits. The entries of a group are sorted by bucket and added pairwise in rounds of batched affine additions, which share
 * their inversions; then buckets are reduced to window sums.
 */
public final class MsmPlan {
    /** Windows of the smallest width and the sum of the points with scalar 1 or -1: no plan's result has more points. */
    public static final int MAX_RESULT_POINTS = 129;

    private static final int MIN_WINDOW_BITS = 2;
    private static final int MAX_WINDOW_BITS = 22;
    private static final int MAX_FINE_BITS = 10;
    private static final int MAX_COARSE_BITS = 12;
    /** More blocks than the device holds at once even out the blocks' ends. */
    private static final int BATCH_WAVES = 8;

    private static final int MAX_GROUP_BINS = 16_384;
    private static final int SCALARS_A_PARTITION_BLOCK = 8192;
    private static final int BUCKETS_A_TILE = 4096;
    private static final int SMALL_BIN = 16_384;
    private static final int MOST_SMALL_BINS = 1024;
    /** Shared memory of a sorting block besides its entries of six bytes. */
    private static final int SORT_OVERHEAD = 5120;

    private static final int INVERSION_THREADS_A_MULTIPROCESSOR = 256;
    private static final int MAX_ROUNDS = 32;
    private static final int CONTROL_BYTES = 4 * (MAX_ROUNDS + 1) * Long.BYTES;
    private static final long REFERENCES = 1L << 31;
    private static final String COMMON = "msm_common";

    private final MsmSize size;
    private final int windowBits;
    private final int windowCount;
    private final int setCount;
    private final int coarseBits;
    private final int groupSets;
    private final int reduceFirstBits;
    private final int levels;

    /**
     * Plans an MSM.
     *
     * @throws BadInputException TOO_LARGE when points and entries of one window need more than 31 bits
     */
    public MsmPlan(MsmSize size) {
        this.size = size;
        this.windowBits = size.tables().windowBits() != 0
                ? size.tables().windowBits()
                : bestWindowBits(size.group(), size.dense(), size.tables().count());
        this.windowCount = Math.ceilDiv(size.group().scalarBits(), windowBits);
        this.setCount = Math.ceilDiv(windowCount, size.tables().count());
        this.coarseBits = chooseCoarseBits();
        this.groupSets = chooseGroupSets();
        if (entries(groupSets) + bases() >= REFERENCES) {
            throw new BadInputException(
                    ReasonCode.TOO_LARGE,
                    "an MSM of %d points with %d dense scalars is too large for one run: points and entries must stay below 2^31"
                            .formatted(size.baseCount(), size.dense()));
        }
        this.reduceFirstBits = Math.min(windowBits - 1, Math.clamp(ceilLog2(buckets(groupSets)), 18, 21) - 16);
        this.levels = partialBits(0);
    }

    /** Bits of a window, c. */
    public int windowBits() {
        return windowBits;
    }

    /** Windows, W. */
    public int windowCount() {
        return windowCount;
    }

    /** Sets of windows that share buckets, S; the result holds S sums and one more point. */
    public int setCount() {
        return setCount;
    }

    /** Sets that are worked on together. */
    public int groupSets() {
        return groupSets;
    }

    /** The plan's cost in batched additions, which is what windows are chosen by. */
    long additions() {
        return additions(size.group(), size.dense(), windowBits, size.tables().count());
    }

    /** Bytes of scratch. */
    public long scratchBytes() {
        return scratchBytes(groupSets, reduceFirstBits);
    }

    static long aligned(long bytes) {
        return Math.ceilDiv(bytes, 256) * 256;
    }

    static int ceilLog2(long n) {
        return n <= 1 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(n - 1);
    }

    /** The classification of scalars that comes before a plan; the caller clears the counts before it. */
    static MsmLaunch classification(PointGroup group, MsmProblem problem, MsmDevice device) {
        LaunchShape shape = LaunchShape.of(device.multiprocessors() * 8L, 256);
        return new MsmLaunch(group.module(), "msm_classify_" + group.suffix(), shape, problem.frame(), 0);
    }

    /** The kernels in order, after classification and on the same stream. */
    List<MsmLaunch> launches(MsmProblem problem, long scratch) {
        MsmFrame frame = problem.frame();
        place(frame, scratch, groupSets, reduceFirstBits);
        frame.set(Word.DENSE_COUNT, size.dense())
                .set(Word.UNIT_COUNT, size.units())
                .set(Word.WINDOW_BITS, windowBits)
                .set(Word.WINDOW_COUNT, windowCount)
                .set(Word.TABLE_COUNT, size.tables().count())
                .set(Word.SET_COUNT, setCount)
                .set(Word.COARSE_BITS, coarseBits)
                .set(Word.SORT_CAPACITY, sortCapacity())
                .set(Word.BATCH_THREADS, batchThreads())
                .set(Word.BATCH_THREADS_LEAST, batchThreadsLeast())
                .set(Word.INVERSION_THREADS, inversionThreads())
                .set(Word.PAIR_CAPACITY, pairCapacity(groupSets))
                .set(Word.REDUCE_FIRST_BITS, reduceFirstBits);
        List<MsmLaunch> launches = new ArrayList<>();
        for (int first = 0; first < setCount; first += groupSets) {
            frame.set(Word.FIRST_SET, first).set(Word.GROUP_SETS, Math.min(groupSets, setCount - first));
            addGroup(launches, frame.copy());
        }
        MsmFrame last = frame.copy();
        for (int level = 0; level < levels; level++) {
            long threads = (2L * setCount) << partialBits(level + 1);
            launches.add(ofGroup("msm_reduce_partials_", LaunchShape.covering(threads, 128), last, level));
        }
        launches.add(ofGroup("msm_finish_", LaunchShape.covering(setCount + 1L, 128), last, levels));
        return launches;
    }

    private void addGroup(List<MsmLaunch> launches, MsmFrame frame) {
        int sets = (int) frame.get(Word.GROUP_SETS);
        int bins = sets << coarseBits;
        long wide = size.device().multiprocessors() * 8L;
        launches.add(common("msm_begin_group", LaunchShape.of(16, 256), frame, 0));
        if (size.dense() != 0) {
            long blocks = Math.min(wide, Math.ceilDiv(size.dense(), 256));
            launches.add(common(
                    "msm_digits_" + size.group().fieldSuffix(),
                    LaunchShape.of(blocks, 1, 256, Integer.BYTES * bins),
                    frame,
                    0));
        }
        launches.add(common("msm_scan_coarse", LaunchShape.of(1, 1024), frame, 0));
        if (size.dense() != 0) {
            long blocks = Math.ceilDiv(size.dense(), SCALARS_A_PARTITION_BLOCK);
            int shared = Long.BYTES * SCALARS_A_PARTITION_BLOCK + (Long.BYTES << coarseBits);
            int rows = sets * size.tables().count();
            launches.add(common("msm_partition", LaunchShape.of(blocks, rows, 512, shared), frame, 0));
        }
        launches.add(
                common("msm_sort_bins", LaunchShape.of(bins, 1, 1024, Math.toIntExact(6 * sortCapacity())), frame, 0));
        if (frame.get(Word.FIRST_SET) == 0 && size.units() != 0) {
            launches.add(common("msm_append_units", LaunchShape.of(wide, 256), frame, 0));
        }
        for (int round = 0; round < rounds(); round++) {
            addRound(launches, frame, round, wide);
        }
        long threads = ((long) sets << partialBits(0)) + 1;
        launches.add(ofGroup("msm_reduce_buckets_", LaunchShape.covering(threads, 128), frame, rounds()));
    }

    private void addRound(List<MsmLaunch> launches, MsmFrame frame, int round, long wide) {
        LaunchShape tiles = LaunchShape.of(tiles(groupSets), 256);
        LaunchShape batch = LaunchShape.of(batchThreads() / 128, 128);
        long entryBlocks = Math.min(wide, Math.ceilDiv(entries(groupSets) >> round, 256) + 1);
        launches.add(common("msm_sum_tiles", tiles, frame, round));
        launches.add(common("msm_scan_tiles", LaunchShape.of(1, 1024), frame, round));
        launches.add(common("msm_number_pairs", tiles, frame, round));
        launches.add(common("msm_pair_entries", LaunchShape.of(entryBlocks, 256), frame, round));
        launches.add(ofGroup("msm_forward_", batch, frame, round));
        launches.add(ofGroup("msm_invert_", LaunchShape.of(inversionThreads() / 128, 128), frame, round));
        launches.add(ofGroup("msm_backward_", batch, frame, round));
    }

    private static MsmLaunch common(String kernel, LaunchShape shape, MsmFrame frame, int step) {
        return new MsmLaunch(COMMON, kernel, shape, frame, step);
    }

    private MsmLaunch ofGroup(String prefix, LaunchShape shape, MsmFrame frame, int step) {
        return new MsmLaunch(size.group().module(), prefix + size.group().suffix(), shape, frame, step);
    }

    /** One for each entry, three more for each bucket. */
    private static long additions(PointGroup group, long dense, int windowBits, int tables) {
        long windows = Math.ceilDiv(group.scalarBits(), windowBits);
        return windows * dense + Math.ceilDiv(windows, tables) * (3L << (windowBits - 1));
    }

    /** The window of least cost in batched additions. */
    static int bestWindowBits(PointGroup group, long dense, int tables) {
        int best = MIN_WINDOW_BITS;
        long least = Long.MAX_VALUE;
        for (int c = MIN_WINDOW_BITS; c <= MAX_WINDOW_BITS; c++) {
            long cost = additions(group, dense, c, tables);
            if (cost < least) {
                least = cost;
                best = c;
            }
        }
        return best;
    }

    /** Bins of about 16,384 entries, or of twice that where there would be over 1,024 of them. */
    private int chooseCoarseBits() {
        long bins = Math.ceilDiv(setEntries(), SMALL_BIN);
        int fine = ceilLog2(bins <= MOST_SMALL_BINS ? bins : Math.ceilDiv(setEntries(), 2 * SMALL_BIN));
        int least = Math.max(0, windowBits - 1 - MAX_FINE_BITS);
        return Math.clamp(fine, least, Math.min(windowBits - 1, MAX_COARSE_BITS));
    }

    /** As many sets at once as scratch, references and a block's bins allow, in groups of equal size. */
    private int chooseGroupSets() {
        int most = 1;
        int assumedFirstBits = Math.min(windowBits - 1, 2);
        for (int sets = 2; sets <= setCount; sets++) {
            boolean fits = ((long) sets << coarseBits) <= MAX_GROUP_BINS
                    && entries(sets) + bases() < REFERENCES
                    && scratchBytes(sets, assumedFirstBits) <= size.scratchLimit();
            if (!fits) {
                break;
            }
            most = sets;
        }
        return Math.ceilDiv(setCount, Math.ceilDiv(setCount, most));
    }

    private long bases() {
        return size.baseCount() * size.tables().count();
    }

    private long setEntries() {
        return size.dense() * size.tables().count();
    }

    /** Room for an average bin and a sixth more, within a block's shared memory. */
    private long sortCapacity() {
        long average = setEntries() >> coarseBits;
        return Math.min(average + average / 6 + 1024, (size.device().sharedBytes() - SORT_OVERHEAD) / 6) & ~1L;
    }

    private long entries(int sets) {
        return sets * setEntries() + size.units();
    }

    private long pairCapacity(int sets) {
        return entries(sets) / 2 + 1;
    }

    private long buckets(int sets) {
        return (long) sets << (windowBits - 1);
    }

    private long tiles(int sets) {
        return Math.ceilDiv(buckets(sets) + 1, BUCKETS_A_TILE);
    }

    private long batchThreads() {
        return BATCH_WAVES * batchThreadsLeast();
    }

    private long batchThreadsLeast() {
        return (long) size.device().multiprocessors() * size.group().batchBlocks() * 128;
    }

    private long inversionThreads() {
        return (long) size.device().multiprocessors() * INVERSION_THREADS_A_MULTIPROCESSOR;
    }

    private int rounds() {
        return ceilLog2(Math.max(setEntries(), size.units()));
    }

    private int partialBits(int level) {
        return windowBits - 1 - reduceFirstBits - level;
    }

    private long scratchBytes(int sets, int firstBits) {
        return place(new MsmFrame(), 0, sets, firstBits);
    }

    /** Gives every scratch array its address from {@code base} on; returns the bytes used. */
    private long place(MsmFrame frame, long base, int sets, int firstBits) {
        long bins = (long) sets << coarseBits;
        long element = size.group().elementBytes();
        long entries = entries(sets);
        long partials = (long) setCount << (windowBits - 1 - firstBits);
        Carver carver = new Carver(frame, base);
        carver.take(Word.CONTROL, CONTROL_BYTES);
        carver.take(Word.COARSE_COUNTS, 4 * bins);
        carver.take(Word.COARSE_STARTS, 4 * (bins + 1));
        carver.take(Word.COARSE_CURSORS, 4 * bins);
        carver.takeTwo(Word.REFERENCES_0, Word.REFERENCES_1, 4 * entries);
        carver.takeTwo(Word.KEYS_0, Word.KEYS_1, 4 * entries);
        carver.takeTwo(Word.OFFSETS_0, Word.OFFSETS_1, 4 * (buckets(sets) + 2));
        carver.take(Word.PAIR_OFFSETS, 4 * (buckets(sets) + 1));
        carver.take(Word.TILE_SUMS, 4 * tiles(sets));
        carver.take(Word.PAIRS, 8 * pairCapacity(sets));
        carver.take(Word.ARENA_X, element * entries);
        carver.take(Word.ARENA_Y, element * entries);
        // Digits and partitioned entries are read before the first sum is written over them.
        frame.set(Word.DIGITS, frame.get(Word.ARENA_X));
        frame.set(Word.PARTITIONED, frame.get(Word.ARENA_X) + aligned(4 * entries));
        carver.take(Word.PREFIXES, element * pairCapacity(sets));
        carver.take(Word.PRODUCTS, element * batchThreads());
        carver.take(Word.PRODUCT_PREFIXES, element * batchThreads());
        carver.takeTwo(Word.PARTIAL_POINTS_0, Word.PARTIAL_POINTS_1, 4 * element * partials);
        carver.takeTwo(Word.PARTIAL_SUMS_0, Word.PARTIAL_SUMS_1, 4 * element * partials);
        carver.take(Word.UNIT_SUM, 2 * element);
        return carver.used();
    }

    /** Gives out consecutive addresses. */
    private static final class Carver {
        private final MsmFrame frame;
        private final long base;
        private long next;

        Carver(MsmFrame frame, long base) {
            this.frame = frame;
            this.base = base;
            this.next = base;
        }

        void take(Word word, long bytes) {
            frame.set(word, next);
            next += aligned(bytes);
        }

        void takeTwo(Word first, Word second, long bytes) {
            take(first, bytes);
            take(second, bytes);
        }

        long used() {
            return next - base;
        }
    }
}
