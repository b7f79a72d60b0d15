#pragma once

#include "frame.hpp"
#include "scan.hpp"

/// A round of pairwise additions, first half: which points are added.
///
/// Entry 2i and 2i + 1 of a bucket become one entry; an odd one out keeps its reference. With n entries in a bucket, floor(n / 2) pairs; their
/// exclusive sums over the buckets give each pair its number, and the next offsets are the old ones less those sums. A round with nothing to
/// add leaves all as it is, so a fixed number of rounds may be launched without looking at the data.
#ifdef __CUDACC__
namespace proofmill::msm {

constexpr int scan_threads = 256;
constexpr int scan_items = 16;
constexpr u32 scan_tile = scan_threads * scan_items;

/// Pairs of the buckets from `first` on, one for each item.
__device__ __forceinline__ u32 count_pairs(const u32* offsets, u32 first, u32 buckets, u32* pairs) {
    u32 sum = 0, start = first <= buckets ? offsets[first] : 0;
    PM_UNROLL for (int j = 0; j < scan_items; j++) {
        const u32 bucket = first + j, end = bucket < buckets ? offsets[bucket + 1] : start;
        pairs[j] = (end - start) / 2;
        sum += pairs[j];
        start = end;
    }
    return sum;
}

/// Sums of tiles of 4096 buckets. Blocks of 256 threads, one a tile; buckets count the one for scalars 1 and -1.
__device__ __forceinline__ void sum_tiles(const Frame& frame, u32 round) {
    __shared__ u32 warps[scan_threads / 32];
    const Control& state = control(frame);
    if (round > 0 && state.pairs[round - 1] == 0) return;
    u32 pairs[scan_items], total;
    const u32 first = blockIdx.x * scan_tile + threadIdx.x * scan_items;
    const u32 sum = count_pairs(at<const u32>(frame.offsets[state.side[round]]), first, bucket_count(frame) + 1, pairs);
    exclusive_scan_of_block<scan_threads>(sum, warps, total);
    if (threadIdx.x == 0) at<u32>(frame.tile_sums)[blockIdx.x] = total;
}

/// Exclusive sums of the tiles and the state after the round. One block of 1024 threads.
__device__ __forceinline__ void scan_tiles(const Frame& frame, u32 round) {
    __shared__ u32 warps[32];
    Control& state = control(frame);
    u32 before = 0;
    if (round == 0 || state.pairs[round - 1] != 0) {
        const u32 tiles = (bucket_count(frame) + 1 + scan_tile - 1) / scan_tile;
        u32* sums = at<u32>(frame.tile_sums);
        for (u32 start = 0; start < tiles; start += 1024) {
            const u32 i = start + threadIdx.x, value = i < tiles ? sums[i] : 0;
            u32 total;
            const u32 sum = before + exclusive_scan_of_block<1024>(value, warps, total);
            if (i < tiles) sums[i] = sum;
            before += total;
        }
    }
    if (threadIdx.x == 0) {
        state.pairs[round] = before;
        state.entries[round + 1] = state.entries[round] - before;
        state.arena[round + 1] = state.arena[round] + before;
        state.side[round + 1] = state.side[round] ^ (before != 0 ? 1 : 0);
    }
}

/// The number of each bucket's first pair and the offsets after the round. Blocks of 256 threads, one a tile.
__device__ __forceinline__ void number_pairs(const Frame& frame, u32 round) {
    __shared__ u32 warps[scan_threads / 32];
    const Control& state = control(frame);
    if (state.pairs[round] == 0) return;
    const u32 buckets = bucket_count(frame) + 1, first = blockIdx.x * scan_tile + threadIdx.x * scan_items;
    const u32* offsets = at<const u32>(frame.offsets[state.side[round]]);
    u32* next = at<u32>(frame.offsets[state.side[round + 1]]);
    u32 pairs[scan_items], total;
    const u32 sum = count_pairs(offsets, first, buckets, pairs);
    u32 number = at<const u32>(frame.tile_sums)[blockIdx.x] + exclusive_scan_of_block<scan_threads>(sum, warps, total);
    PM_UNROLL for (int j = 0; j < scan_items; j++) {
        const u32 bucket = first + j;
        if (bucket < buckets) {
            at<u32>(frame.pair_offsets)[bucket] = number;
            next[bucket] = offsets[bucket] - number;
        }
        number += pairs[j];
        if (bucket + 1 == buckets) next[buckets] = static_cast<u32>(state.entries[round + 1]);
    }
}

/// Writes the round's pairs and the entries after it. Any grid; threads take entries in strides.
__device__ __forceinline__ void pair_entries(const Frame& frame, u32 round) {
    const Control& state = control(frame);
    if (state.pairs[round] == 0) return;
    const u64 side = state.side[round], other = state.side[round + 1];
    const u32* offsets = at<const u32>(frame.offsets[side]);
    const u32* references = at<const u32>(frame.references[side]);
    const u32* keys = at<const u32>(frame.keys[side]);
    const u32* pair_offsets = at<const u32>(frame.pair_offsets);
    const u32 entries = static_cast<u32>(state.entries[round]), first_sum = static_cast<u32>(frame.base_count * frame.table_count + state.arena[round]);
    for (u64 i = thread_index(); i < entries; i += thread_count()) {
        const u32 bucket = keys[i], start = offsets[bucket], rank = static_cast<u32>(i) - start;
        if (rank & 1) continue;
        const u32 pair = pair_offsets[bucket] + rank / 2, target = start - pair_offsets[bucket] + rank / 2;
        u32 reference = references[i];
        if (i + 1 < offsets[bucket + 1]) {
            at<uint2>(frame.pairs)[pair] = make_uint2(reference, references[i + 1]);
            reference = first_sum + pair;
        }
        at<u32>(frame.references[other])[target] = reference;
        at<u32>(frame.keys[other])[target] = bucket;
    }
}

}  // namespace proofmill::msm
#endif
