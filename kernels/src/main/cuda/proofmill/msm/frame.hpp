#pragma once

#include "../platform.hpp"

namespace proofmill::msm {

/// Rounds of pairwise additions that a control block has room for; a bucket halves every round and holds fewer than 2^31 points.
constexpr int max_rounds = 32;

/// What the kernels tell each other, in device memory. Index r is the state before round r.
struct Control {
    u64 entries[max_rounds + 1];  ///< points left in all buckets
    u64 pairs[max_rounds + 1];    ///< additions of the round
    u64 arena[max_rounds + 1];    ///< sums already in the arena
    u64 side[max_rounds + 1];     ///< which of the two reference, key and offset arrays is current
};

/// The argument of every MSM kernel but one: 64-bit little-endian words in this order, passed by value. Addresses are device addresses.
///
/// A scalar has W digits of c bits, one a window. Windows that share their buckets form a set: with T tables of multiples of the bases, window
/// m S + s takes its points from table m, which holds 2^(c S m) times the bases, and adds them to the buckets of set s; S = ceil(W / T).
/// Without precomputed multiples T = 1 and each window is a set. Sets run in groups.
///
/// A reference is 32 bits: bit 31 negates, the rest is an index into the tables of bases, or past them into the arena of sums.
/// A key is the position of a bucket among the buckets of the group of sets; see `bucket_position`. One further bucket, the last, holds the
/// bases whose scalar is 1 or -1.
struct Frame {
    // The problem.
    u64 bases;         ///< packed affine points: T tables, one after the other
    u64 base_count;    ///< of a table; the first scalar belongs to the first base
    u64 scalars;       ///< canonical little-endian 32-byte integers
    u64 scalar_count;  ///< at most base_count
    u64 result;        ///< set_count + 1 affine points: the sets' sums, then the sum of the bases with scalar 1

    // Written by classify; the host reads the counts back and fills in the next two words.
    u64 counts;      ///< u64[2]: dense scalars, scalars 1 or -1
    u64 dense_list;  ///< u32[scalar_count]: indices of dense scalars
    u64 unit_list;   ///< u32[scalar_count]: references to bases with scalar 1 or -1
    u64 dense_count;
    u64 unit_count;

    // The plan.
    u64 window_bits;          ///< c, 2 to 24
    u64 window_count;         ///< W
    u64 table_count;          ///< T
    u64 set_count;            ///< S
    u64 coarse_bits;          ///< low bits of a bucket number by which entries are partitioned first
    u64 first_set;            ///< of this group
    u64 group_sets;
    u64 sort_capacity;        ///< entries of a coarse bin that are sorted in shared memory; larger bins are sorted in place
    u64 batch_threads;        ///< threads of forward and backward; a multiple of 128
    u64 batch_threads_least;  ///< as many as the device holds at once; a multiple of 128
    u64 inversion_threads;    ///< threads of invert

    // Scratch of a group.
    u64 control;         ///< Control
    u64 coarse_counts;   ///< u32[group_sets << coarse_bits]
    u64 coarse_starts;   ///< u32[(group_sets << coarse_bits) + 1]
    u64 coarse_cursors;  ///< u32[group_sets << coarse_bits]
    u64 digits;          ///< u32[group_sets * table_count * dense_count]; may share the arena's memory
    u64 partitioned;     ///< {u32 reference, u32 bucket}[group_sets * table_count * dense_count]; may share the arena's memory
    u64 references[2];   ///< u32[entries]
    u64 keys[2];         ///< u32[entries]
    u64 offsets[2];      ///< u32[buckets + 2]
    u64 pair_offsets;    ///< u32[buckets + 1]
    u64 tile_sums;       ///< u32[tiles of the scan]
    u64 pairs;           ///< {u32, u32}[pair_capacity]
    u64 pair_capacity;   ///< at least half the entries
    u64 arena_x;         ///< field elements[entries]: abscissas of the sums
    u64 arena_y;         ///< field elements[entries]: their ordinates
    u64 prefixes;        ///< field elements[pair_capacity] in planes
    u64 products;        ///< field elements[batch_threads] in planes
    u64 product_prefixes;  ///< field elements[batch_threads] in planes

    // Reduction of buckets, for all sets.
    u64 reduce_first_bits;  ///< buckets a thread of the first reduction, as a power of two
    u64 partial_points[2];  ///< XYZZ points[set_count << (window_bits - 1 - reduce_first_bits)]
    u64 partial_sums[2];    ///< the same
    u64 unit_sum;           ///< one affine point
};

static_assert(sizeof(Frame) == 48 * sizeof(u64), "the host builds a frame as 48 words");

#ifdef __CUDACC__

template <class T>
__device__ __forceinline__ T* at(u64 address) {
    return reinterpret_cast<T*>(address);
}

__device__ __forceinline__ Control& control(const Frame& frame) {
    return *at<Control>(frame.control);
}

__device__ __forceinline__ u64 thread_index() {
    return static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x;
}

__device__ __forceinline__ u64 thread_count() {
    return static_cast<u64>(gridDim.x) * blockDim.x;
}

/// Buckets of the group of sets, without the one for scalars 1 and -1.
__device__ __forceinline__ u32 bucket_count(const Frame& frame) {
    return static_cast<u32>(frame.group_sets << (frame.window_bits - 1));
}

/// Where bucket `index` (digit magnitude - 1) of set `set` of the group stands. The low bits of the index choose the coarse bin, so that
/// small scalars spread over the bins.
__device__ __forceinline__ u32 bucket_position(const Frame& frame, u32 set, u32 index) {
    const u32 bits = static_cast<u32>(frame.window_bits) - 1, coarse = static_cast<u32>(frame.coarse_bits);
    const u32 bin = index & ((1u << coarse) - 1), fine = index >> coarse;
    return (set << bits) | (bin << (bits - coarse)) | fine;
}

#endif

}  // namespace proofmill::msm
