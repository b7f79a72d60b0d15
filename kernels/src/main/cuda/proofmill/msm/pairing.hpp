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

/// Bucket `item` of this thread: a warp has 512 neighbouring buckets of the block's tile, 32 at a time.
__device__ __forceinline__ u32 scanned_bucket(int item) {
    return blockIdx.x * scan_tile + (threadIdx.x / 32) * (32 * scan_items) + item * 32 + (threadIdx.x & 31);
}

/// The pairs of this thread's buckets; returns their sum.
__device__ __forceinline__ u32 count_pairs(const u32* offsets, u32 buckets, u32* pairs) {
    u32 sum = 0;
    PM_UNROLL for (int j = 0; j < scan_items; j++) {
        const u32 bucket = scanned_bucket(j);
        pairs[j] = bucket < buckets ? (offsets[bucket + 1] - offsets[bucket]) / 2 : 0;
        sum += pairs[j];
    }
    return sum;
}

/// Sums of tiles of 4096 buckets. Blocks of 256 threads, one a tile; buckets count the one for scalars 1 and -1.
__device__ __forceinline__ void sum_tiles(const Frame& frame, u32 round) {
    __shared__ u32 warps[scan_threads / 32];
    const Control& state = control(frame);
    if (round > 0 && state.pairs[round - 1] == 0) return;
    u32 pairs[scan_items], total;
    const u32 sum = count_pairs(at<const u32>(frame.offsets[state.side[round]]), bucket_count(frame) + 1, pairs);
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
    const u32 buckets = bucket_count(frame) + 1;
    const u32* offsets = at<const u32>(frame.offsets[state.side[round]]);
    u32* next = at<u32>(frame.offsets[state.side[round + 1]]);
    u32 pairs[scan_items], total;
    const u32 sum = count_pairs(offsets, buckets, pairs), before = exclusive_scan_of_block<scan_threads>(sum, warps, total);
    u32 number = at<const u32>(frame.tile_sums)[blockIdx.x] + __shfl_sync(0xffffffffu, before, 0);
    PM_UNROLL for (int j = 0; j < scan_items; j++) {
        u32 all;
        const u32 bucket = scanned_bucket(j), own = number + exclusive_scan_of_warp(pairs[j], all);
        if (bucket < buckets) {
            at<u32>(frame.pair_offsets)[bucket] = own;
            next[bucket] = offsets[bucket] - own;
        }
        if (bucket + 1 == buckets) next[buckets] = static_cast<u32>(state.entries[round + 1]);
        number += all;
    }
}

/// Writes the round's pairs and the entries after it. Any grid; threads take entries in strides, several at a time to have more reads in flight.
__device__ __forceinline__ void pair_entries(const Frame& frame, u32 round) {
    constexpr int items = 4;
    const Control& state = control(frame);
    if (state.pairs[round] == 0) return;
    const u64 side = state.side[round], other = state.side[round + 1], stride = thread_count();
    const u32* offsets = at<const u32>(frame.offsets[side]);
    const u32* references = at<const u32>(frame.references[side]);
    const u32* keys = at<const u32>(frame.keys[side]);
    const u32* pair_offsets = at<const u32>(frame.pair_offsets);
    const u64 entries = state.entries[round];
    const u32 first_sum = static_cast<u32>(frame.base_count * frame.table_count + state.arena[round]);
    for (u64 first = thread_index(); first < entries; first += items * stride) {
        u32 bucket[items], start[items], end[items], number[items], reference[items], second[items];
        PM_UNROLL for (int j = 0; j < items; j++) {
            const u64 i = min(first + j * stride, entries - 1);
            bucket[j] = keys[i];
            reference[j] = references[i];
            second[j] = references[min(i + 1, entries - 1)];
        }
        PM_UNROLL for (int j = 0; j < items; j++) {
            start[j] = offsets[bucket[j]];
            end[j] = offsets[bucket[j] + 1];
            number[j] = pair_offsets[bucket[j]];
        }
        PM_UNROLL for (int j = 0; j < items; j++) {
            const u64 i = first + j * stride;
            const u32 rank = static_cast<u32>(i) - start[j], pair = number[j] + rank / 2, target = start[j] - number[j] + rank / 2;
            if (i >= entries || (rank & 1) != 0) continue;
            if (i + 1 < end[j]) {
                at<uint2>(frame.pairs)[pair] = make_uint2(reference[j], second[j]);
                reference[j] = first_sum + pair;
            }
            at<u32>(frame.references[other])[target] = reference[j];
            at<u32>(frame.keys[other])[target] = bucket[j];
        }
    }
}

}  // namespace proofmill::msm
#endif
