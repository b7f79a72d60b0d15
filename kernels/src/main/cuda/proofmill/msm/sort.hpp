#pragma once

#include "frame.hpp"
#include "scan.hpp"

/// Entries sorted by bucket in two counting passes: by coarse bin over the whole group of sets, then by fine key within each bin. Both passes
/// order a piece in shared memory first, so that what they write to device memory comes in runs.
///
/// 28 bytes read and 16 written an entry. The order inside a bucket is not determined; the sum of a bucket does not depend on it.
#ifdef __CUDACC__
namespace proofmill::msm {

/// Clears the control block and the coarse counts. Any grid.
__device__ __forceinline__ void begin_group(const Frame& frame) {
    const u64 bins = frame.group_sets << frame.coarse_bits;
    for (u64 i = thread_index(); i < bins; i += thread_count()) at<u32>(frame.coarse_counts)[i] = 0;
    for (u64 i = thread_index(); i < sizeof(Control) / sizeof(u64); i += thread_count()) at<u64>(frame.control)[i] = 0;
}

/// Where each coarse bin starts, and the group's number of entries. One block of 1024 threads.
__device__ __forceinline__ void scan_coarse(const Frame& frame) {
    __shared__ u32 warps[32];
    const u32 bins = static_cast<u32>(frame.group_sets << frame.coarse_bits);
    u32 before = 0;
    for (u32 start = 0; start < bins; start += 1024) {
        const u32 i = start + threadIdx.x, count = i < bins ? at<const u32>(frame.coarse_counts)[i] : 0;
        u32 total;
        const u32 position = before + exclusive_scan_of_block<1024>(count, warps, total);
        if (i < bins) {
            at<u32>(frame.coarse_starts)[i] = position;
            at<u32>(frame.coarse_cursors)[i] = position;
        }
        before += total;
    }
    if (threadIdx.x == 0) {
        const u32 buckets = bucket_count(frame);
        const u32 units = frame.first_set == 0 ? static_cast<u32>(frame.unit_count) : 0;
        at<u32>(frame.coarse_starts)[bins] = before;
        at<u32>(frame.offsets[0])[buckets] = before;
        at<u32>(frame.offsets[0])[buckets + 1] = before + units;
        control(frame).entries[0] = before + units;
    }
}

constexpr int partition_threads = 512;
constexpr int partition_items = 16;

constexpr u32 partition_tile = partition_threads * partition_items;

/// Moves entries to their coarse bins. Blocks of 512 threads, one for each 8192 dense scalars (grid.x), and each set of the group and table
/// (grid.y); shared memory: 64 KiB and 8 bytes a coarse bin of a set.
__device__ __forceinline__ void partition(const Frame& frame) {
    extern __shared__ uint2 tile[];
    __shared__ u32 warps[partition_threads / 32];
    const u32 coarse = static_cast<u32>(frame.coarse_bits), bins = 1u << coarse, tables = static_cast<u32>(frame.table_count);
    const u32 set = blockIdx.y / tables, table = blockIdx.y % tables;
    u32 *counts = reinterpret_cast<u32*>(tile + partition_tile), *targets = counts + bins;
    for (u32 i = threadIdx.x; i < bins; i += partition_threads) counts[i] = 0;
    __syncthreads();
    const u64 first = static_cast<u64>(blockIdx.x) * partition_tile + threadIdx.x;
    const u32* digits = at<const u32>(frame.digits) + blockIdx.y * frame.dense_count;
    u32 digit[partition_items], rank[partition_items];
    PM_UNROLL for (int j = 0; j < partition_items; j++) {
        const u64 k = first + j * partition_threads;
        digit[j] = k < frame.dense_count ? digits[k] : 0;
        const u32 magnitude = digit[j] & 0x7fffffffu;
        rank[j] = magnitude == 0 ? 0 : atomicAdd(counts + ((magnitude - 1) & (bins - 1)), 1u);
    }
    __syncthreads();
    // Each bin's start in the tile replaces its count; `targets` is where the bin's entry 0 of the tile would go.
    u32 before = 0;
    for (u32 start = 0; start < bins; start += partition_threads) {
        const u32 bin = start + threadIdx.x, count = bin < bins ? counts[bin] : 0;
        u32 total;
        const u32 position = before + exclusive_scan_of_block<partition_threads>(count, warps, total);
        if (bin < bins) {
            counts[bin] = position;
            if (count != 0) targets[bin] = atomicAdd(at<u32>(frame.coarse_cursors) + (set << coarse) + bin, count) - position;
        }
        before += total;
    }
    __syncthreads();
    const u32 first_base = table * static_cast<u32>(frame.base_count);
    PM_UNROLL for (int j = 0; j < partition_items; j++) {
        const u32 magnitude = digit[j] & 0x7fffffffu;
        if (magnitude == 0) continue;
        const u32 reference = (first_base + at<const u32>(frame.dense_list)[first + j * partition_threads]) | (digit[j] & 0x80000000u);
        tile[counts[(magnitude - 1) & (bins - 1)] + rank[j]] = make_uint2(reference, magnitude - 1);
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < before; i += partition_threads) {
        const uint2 entry = tile[i];
        at<uint2>(frame.partitioned)[targets[entry.y & (bins - 1)] + i] = entry;
    }
}

constexpr int max_fine_bits = 10;
constexpr int sort_threads = 1024;

/// Sorts each coarse bin by fine key and writes where its buckets start. One block of 1024 threads a bin; shared memory: 6 bytes times
/// sort_capacity.
__device__ __forceinline__ void sort_bins(const Frame& frame) {
    extern __shared__ u32 sorted[];
    __shared__ u32 cursors[1 << max_fine_bits], warps[sort_threads / 32];
    const u32 coarse = static_cast<u32>(frame.coarse_bits), fine_bits = static_cast<u32>(frame.window_bits) - 1 - coarse;
    const u32 first_bucket = blockIdx.x << fine_bits, capacity = static_cast<u32>(frame.sort_capacity);
    const u32 begin = at<const u32>(frame.coarse_starts)[blockIdx.x], count = at<const u32>(frame.coarse_starts)[blockIdx.x + 1] - begin;
    const uint2* in = at<const uint2>(frame.partitioned) + begin;
    u32 *references = at<u32>(frame.references[0]) + begin, *keys = at<u32>(frame.keys[0]) + begin;
    cursors[threadIdx.x] = 0;
    __syncthreads();
    for (u32 i = threadIdx.x; i < count; i += sort_threads) atomicAdd(cursors + (in[i].y >> coarse), 1u);
    __syncthreads();
    u32 total;
    const u32 position = exclusive_scan_of_block<sort_threads>(cursors[threadIdx.x], warps, total);
    cursors[threadIdx.x] = position;
    if (threadIdx.x < 1u << fine_bits) at<u32>(frame.offsets[0])[first_bucket + threadIdx.x] = begin + position;
    __syncthreads();
    if (count > capacity) {
        for (u32 i = threadIdx.x; i < count; i += sort_threads) {
            const uint2 entry = in[i];
            const u32 fine = entry.y >> coarse, target = atomicAdd(cursors + fine, 1u);
            references[target] = entry.x;
            keys[target] = first_bucket | fine;
        }
        return;
    }
    unsigned short* fine_keys = reinterpret_cast<unsigned short*>(sorted + capacity);
    for (u32 i = threadIdx.x; i < count; i += sort_threads) {
        const uint2 entry = in[i];
        const u32 fine = entry.y >> coarse, target = atomicAdd(cursors + fine, 1u);
        sorted[target] = entry.x;
        fine_keys[target] = static_cast<unsigned short>(fine);
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < count; i += sort_threads) {
        references[i] = sorted[i];
        keys[i] = first_bucket | fine_keys[i];
    }
}

/// Appends the bases with scalar 1 or -1 as the last bucket of the first group. Any grid.
__device__ __forceinline__ void append_units(const Frame& frame) {
    const u32 buckets = bucket_count(frame), start = at<const u32>(frame.offsets[0])[buckets];
    for (u64 i = thread_index(); i < frame.unit_count; i += thread_count()) {
        at<u32>(frame.references[0])[start + i] = at<const u32>(frame.unit_list)[i];
        at<u32>(frame.keys[0])[start + i] = buckets;
    }
}

}  // namespace proofmill::msm
#endif
