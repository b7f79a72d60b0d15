#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "frame.hpp"

/// The host's part of an MSM: how large the scratch is, and which kernels run in which order. Plain integer arithmetic on sizes; nothing here
/// touches a device.
///
/// An MSM runs in two steps, because the best window depends on how many scalars are dense:
///   1. `classification_launch`, then read two 64-bit counts back (dense, units);
///   2. `launches()` of a Plan for those counts, on the same stream.
/// The host then adds up the sets: acc = 2^c acc + result[s] for s = S - 1 down to 0, plus result[S].
namespace proofmill::msm {

/// What the plan needs to know of a group of points.
struct GroupShape {
    const char* suffix;         ///< of its kernels' names
    const char* scalar_suffix;  ///< of its scalar field's
    u64 element_bytes;          ///< of a coordinate
    u32 scalar_bits;            ///< of the group's order
    u32 batch_blocks;           ///< blocks of 128 threads a multiprocessor in forward and backward
};

inline constexpr GroupShape bls12_381_g1{"bls12_381_g1", "bls12_381", 48, 255, 4};
inline constexpr GroupShape bls12_381_g2{"bls12_381_g2", "bls12_381", 96, 255, 2};
inline constexpr GroupShape bn254_g1{"bn254_g1", "bn254", 32, 254, 5};
inline constexpr GroupShape bn254_g2{"bn254_g2", "bn254", 64, 254, 3};

struct Launch {
    std::string kernel;
    u32 grid_x, grid_y, block, shared_bytes;
    Frame frame;
    u32 step;
};

/// Device addresses of the caller's arrays.
struct Problem {
    u64 bases, base_count, scalars, scalar_count, result;
    u64 lists;  ///< classification_bytes(scalar_count)
};

inline u64 aligned(u64 bytes) { return (bytes + 255) / 256 * 256; }

/// Bytes of the two lists and the counts (at their start).
inline u64 classification_bytes(u64 scalar_count) { return 256 + 2 * aligned(4 * scalar_count); }

inline Frame problem_frame(const Problem& p) {
    Frame f{};
    f.bases = p.bases;
    f.base_count = p.base_count;
    f.scalars = p.scalars;
    f.scalar_count = p.scalar_count;
    f.result = p.result;
    f.counts = p.lists;
    f.dense_list = p.lists + 256;
    f.unit_list = f.dense_list + aligned(4 * p.scalar_count);
    return f;
}

/// The caller clears the first 16 bytes of `lists` before it.
inline Launch classification_launch(const GroupShape& group, const Problem& p, u32 multiprocessors) {
    return {std::string("msm_classify_") + group.suffix, multiprocessors * 8, 1, 256, 0, problem_frame(p), 0};
}

inline u32 ceil_log2(u64 n) {
    u32 bits = 0;
    while ((u64{1} << bits) < n) bits++;
    return bits;
}

inline u64 divide_up(u64 a, u64 b) { return (a + b - 1) / b; }

/// Choices of the caller; a zero means that the plan decides.
struct Tuning {
    u32 window_bits = 0;  ///< must be given where there are tables of multiples
    u32 table_count = 1;  ///< tables of bases, the bases themselves included
    u32 group_sets = 0;
    u64 scratch_limit = u64{40} << 30;
    u64 shared_limit = 232448;  ///< bytes of shared memory that a block may ask for
    u32 inversion_threads_per_multiprocessor = 256;
};

/// The window of least cost, in batched additions: one for each entry, three more for each bucket.
inline u32 best_window_bits(const GroupShape& group, u64 dense, u32 table_count) {
    u32 best = 2;
    u64 least = ~u64{0};
    for (u32 c = 2; c <= 22; c++) {
        const u64 windows = divide_up(group.scalar_bits, c), cost = windows * dense + divide_up(windows, table_count) * (u64{3} << (c - 1));
        if (cost < least) {
            least = cost;
            best = c;
        }
    }
    return best;
}

class Plan {
   public:
    Plan(const GroupShape& group, u64 base_count, u64 dense, u64 units, u32 multiprocessors, const Tuning& tuning = {})
        : group_(group), bases_(base_count * tuning.table_count), dense_(dense), units_(units), multiprocessors_(multiprocessors), tuning_(tuning) {
        window_bits_ = tuning.window_bits != 0 ? tuning.window_bits : best_window_bits(group, dense, tuning.table_count);
        window_count_ = static_cast<u32>(divide_up(group.scalar_bits, window_bits_));
        set_count_ = static_cast<u32>(divide_up(window_count_, tuning.table_count));
        coarse_bits_ = choose_coarse_bits();
        group_sets_ = tuning.group_sets != 0 ? tuning.group_sets : choose_group_sets();
        if (entries() + bases_ >= u64{1} << 31) throw std::invalid_argument("an MSM's bases and entries must stay below 2^31");
        reduce_first_bits_ = choose_reduce_first_bits();
        levels_ = partial_bits(0);
    }

    u32 window_bits() const { return window_bits_; }
    u32 window_count() const { return window_count_; }
    u32 set_count() const { return set_count_; }
    u32 group_sets() const { return group_sets_; }

    /// Bytes of scratch, 256-byte aligned.
    u64 scratch_bytes() const {
        Frame f{};
        return place(f, 0);
    }

    /// The kernels in order. `scratch` is the device address of scratch_bytes().
    std::vector<Launch> launches(const Problem& problem, u64 scratch) const {
        Frame f = problem_frame(problem);
        place(f, scratch);
        f.dense_count = dense_;
        f.unit_count = units_;
        f.window_bits = window_bits_;
        f.window_count = window_count_;
        f.table_count = tuning_.table_count;
        f.set_count = set_count_;
        f.coarse_bits = coarse_bits_;
        f.sort_capacity = sort_capacity();
        f.batch_threads = batch_threads();
        f.batch_threads_least = batch_threads_least();
        f.inversion_threads = inversion_threads();
        f.pair_capacity = pair_capacity();
        f.reduce_first_bits = reduce_first_bits_;
        std::vector<Launch> list;
        for (u32 first = 0; first < set_count_; first += group_sets_) {
            f.first_set = first;
            f.group_sets = std::min(group_sets_, set_count_ - first);
            add_group(list, f);
        }
        for (u32 level = 0; level < levels_; level++) {
            const u64 threads = u64{2 * set_count_} << partial_bits(level + 1);
            add(list, of_group("msm_reduce_partials_"), divide_up(threads, 128), 128, f, level);
        }
        add(list, of_group("msm_finish_"), divide_up(set_count_ + 1, 128), 128, f, levels_);
        return list;
    }

   private:
    static constexpr u32 max_fine_bits = 10, max_coarse_bits = 12, max_group_bins = 16384;
    static constexpr u32 partition_tile = 8192, scan_tile = 4096;

    GroupShape group_;
    u64 bases_, dense_, units_;
    u32 multiprocessors_;
    Tuning tuning_;
    u32 window_bits_, window_count_, set_count_, coarse_bits_, group_sets_ = 1, reduce_first_bits_ = 0, levels_ = 0;

    u64 set_entries() const { return dense_ * tuning_.table_count; }

    /// Bins of about 16384 entries; of 32768 and more where that would make over 1024 of them.
    u32 choose_coarse_bits() const {
        const u32 fine = divide_up(set_entries(), 16384) <= 1024 ? ceil_log2(divide_up(set_entries(), 16384)) : ceil_log2(divide_up(set_entries(), 32768));
        const u32 least = window_bits_ - 1 > max_fine_bits ? window_bits_ - 1 - max_fine_bits : 0;
        return std::clamp(fine, least, std::min(window_bits_ - 1, max_coarse_bits));
    }

    /// As many sets at once as the scratch limit, the reference's 31 bits and a block's shared memory allow, in groups of equal size.
    u32 choose_group_sets() const {
        Plan trial = *this;
        trial.reduce_first_bits_ = std::min(window_bits_ - 1, 2u);
        u32 most = 1;
        for (u32 g = 2; g <= set_count_; g++) {
            trial.group_sets_ = g;
            if ((u64{g} << coarse_bits_) > max_group_bins || trial.entries() + bases_ >= u64{1} << 31) break;
            if (trial.scratch_bytes() > tuning_.scratch_limit) break;
            most = g;
        }
        return static_cast<u32>(divide_up(set_count_, divide_up(set_count_, most)));
    }

    /// At least 2^16 threads a group, and 4 to 32 buckets a thread.
    u32 choose_reduce_first_bits() const { return std::min(window_bits_ - 1, std::clamp(ceil_log2(buckets()), 18u, 21u) - 16); }

    u64 entries() const { return group_sets_ * set_entries() + units_; }
    u64 pair_capacity() const { return entries() / 2 + 1; }
    u64 buckets() const { return u64{group_sets_} << (window_bits_ - 1); }
    u64 batch_threads_least() const { return u64{multiprocessors_} * group_.batch_blocks * 128; }
    u64 batch_threads() const { return 8 * batch_threads_least(); }
    u64 inversion_threads() const { return u64{multiprocessors_} * tuning_.inversion_threads_per_multiprocessor; }
    u32 rounds() const { return ceil_log2(std::max(set_entries(), units_)); }
    u64 tiles() const { return divide_up(buckets() + 1, scan_tile); }

    /// Room for an average bin and a sixth more, within a block's shared memory.
    u64 sort_capacity() const {
        const u64 average = set_entries() >> coarse_bits_;
        return std::min(average + average / 6 + 1024, (tuning_.shared_limit - 5120) / 6) & ~u64{1};
    }

    u32 partial_bits(u32 level) const { return window_bits_ - 1 - reduce_first_bits_ - level; }

    std::string of_group(const char* prefix) const { return std::string(prefix) + group_.suffix; }

    static void add(std::vector<Launch>& list, std::string kernel, u64 grid, u32 block, const Frame& f, u32 step, u64 shared = 0, u32 grid_y = 1) {
        list.push_back({std::move(kernel), static_cast<u32>(grid), grid_y, block, static_cast<u32>(shared), f, step});
    }

    void add_group(std::vector<Launch>& list, const Frame& f) const {
        const u64 bins = f.group_sets << coarse_bits_, wide = u64{multiprocessors_} * 8;
        add(list, "msm_begin_group", 16, 256, f, 0);
        if (dense_ != 0) {
            add(list, std::string("msm_digits_") + group_.scalar_suffix, std::min(wide, divide_up(dense_, 256)), 256, f, 0, 4 * bins);
        }
        add(list, "msm_scan_coarse", 1, 1024, f, 0);
        if (dense_ != 0) {
            const u64 shared = 8 * partition_tile + (u64{8} << coarse_bits_);
            add(list, "msm_partition", divide_up(dense_, partition_tile), 512, f, 0, shared, static_cast<u32>(f.group_sets * f.table_count));
        }
        add(list, "msm_sort_bins", bins, 1024, f, 0, 6 * f.sort_capacity);
        if (f.first_set == 0 && units_ != 0) add(list, "msm_append_units", wide, 256, f, 0);
        for (u32 round = 0; round < rounds(); round++) {
            add(list, "msm_sum_tiles", tiles(), 256, f, round);
            add(list, "msm_scan_tiles", 1, 1024, f, round);
            add(list, "msm_number_pairs", tiles(), 256, f, round);
            add(list, "msm_pair_entries", std::min(wide, divide_up(entries() >> round, 256) + 1), 256, f, round);
            add(list, of_group("msm_forward_"), batch_threads() / 128, 128, f, round);
            add(list, of_group("msm_invert_"), inversion_threads() / 128, 128, f, round);
            add(list, of_group("msm_backward_"), batch_threads() / 128, 128, f, round);
        }
        const u64 threads = (f.group_sets << partial_bits(0)) + 1;
        add(list, of_group("msm_reduce_buckets_"), divide_up(threads, 128), 128, f, rounds());
    }

    /// Gives every scratch array its address from `base` on; returns the bytes used.
    u64 place(Frame& f, u64 base) const {
        u64 next = base;
        const auto take = [&next](u64 bytes) {
            const u64 address = next;
            next += aligned(bytes);
            return address;
        };
        const u64 bins = u64{group_sets_} << coarse_bits_, element = group_.element_bytes, partials = u64{set_count_} << partial_bits(0);
        f.control = take(sizeof(Control));
        f.coarse_counts = take(4 * bins);
        f.coarse_starts = take(4 * (bins + 1));
        f.coarse_cursors = take(4 * bins);
        for (u64& side : f.references) side = take(4 * entries());
        for (u64& side : f.keys) side = take(4 * entries());
        for (u64& side : f.offsets) side = take(4 * (buckets() + 2));
        f.pair_offsets = take(4 * (buckets() + 1));
        f.tile_sums = take(4 * tiles());
        f.pairs = take(8 * pair_capacity());
        f.arena_x = take(element * entries());
        f.arena_y = take(element * entries());
        f.digits = f.arena_x;  // both are read before the first sum is written
        f.partitioned = f.arena_x + aligned(4 * entries());
        f.prefixes = take(element * pair_capacity());
        f.products = take(element * batch_threads());
        f.product_prefixes = take(element * batch_threads());
        for (u64& side : f.partial_points) side = take(4 * element * partials);
        for (u64& side : f.partial_sums) side = take(4 * element * partials);
        f.unit_sum = take(2 * element);
        return next - base;
    }
};

}  // namespace proofmill::msm
