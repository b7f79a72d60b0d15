#pragma once

#include "frame.hpp"
#include "scan.hpp"

/// Entries sorted by bucket in two counting passes: by coarse bin over the whole group of windows, then by fine key within each bin.
///
/// 20 bytes read and 16 written an entry and window. The order inside a bucket is not determined; the sum of a bucket does not depend on it.
#ifdef __CUDACC__
namespace proofmill::msm {

/// Clears the control block and the coarse counts. Any grid.
__device__ __forceinline__ void begin_group(const Frame& frame) {
    const u64 bins = frame.group_windows << frame.coarse_bits;
    for (u64 i = thread_index(); i < bins; i += thread_count()) at<u32>(frame.coarse_counts)[i] = 0;
    for (u64 i = thread_index(); i < sizeof(Control) / sizeof(u64); i += thread_count()) at<u64>(frame.control)[i] = 0;
}

/// Where each coarse bin starts, and the group's number of entries. One block of 1024 threads.
__device__ __forceinline__ void scan_coarse(const Frame& frame) {
    __shared__ u32 warps[32];
    const u32 bins = static_cast<u32>(frame.group_windows << frame.coarse_bits);
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
        const u32 units = frame.first_window == 0 ? static_cast<u32>(frame.unit_count) : 0;
        at<u32>(frame.coarse_starts)[bins] = before;
        at<u32>(frame.offsets[0])[buckets] = before;
        at<u32>(frame.offsets[0])[buckets + 1] = before + units;
        control(frame).entries[0] = before + units;
    }
}

constexpr int partition_threads = 512;
constexpr int partition_items = 16;

/// Moves entries to their coarse bins. Blocks of 512 threads, one for each 8192 dense scalars (grid.x) and window of the group (grid.y);
/// shared memory: 8 bytes a coarse bin of a window.
__device__ __forceinline__ void partition(const Frame& frame) {
    extern __shared__ u32 shared[];
    const u32 coarse = static_cast<u32>(frame.coarse_bits), bins = 1u << coarse, window = blockIdx.y;
    u32 *counts = shared, *starts = shared + bins;
    for (u32 i = threadIdx.x; i < bins; i += partition_threads) counts[i] = 0;
    __syncthreads();
    const u64 first = static_cast<u64>(blockIdx.x) * partition_threads * partition_items + threadIdx.x;
    const u32* digits = at<const u32>(frame.digits) + window * frame.dense_count;
    u32 digit[partition_items], rank[partition_items];
    PM_UNROLL for (int j = 0; j < partition_items; j++) {
        const u64 k = first + j * partition_threads;
        digit[j] = k < frame.dense_count ? digits[k] : 0;
        const u32 magnitude = digit[j] & 0x7fffffffu;
        rank[j] = magnitude == 0 ? 0 : atomicAdd(counts + ((magnitude - 1) & (bins - 1)), 1u);
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < bins; i += partition_threads) {
        if (counts[i] != 0) starts[i] = atomicAdd(at<u32>(frame.coarse_cursors) + (window << coarse) + i, counts[i]);
    }
    __syncthreads();
    PM_UNROLL for (int j = 0; j < partition_items; j++) {
        const u32 magnitude = digit[j] & 0x7fffffffu;
        if (magnitude == 0) continue;
        const u32 reference = at<const u32>(frame.dense_list)[first + j * partition_threads] | (digit[j] & 0x80000000u);
        const u64 position = starts[(magnitude - 1) & (bins - 1)] + rank[j];
        at<uint2>(frame.partitioned)[position] = make_uint2(reference, (magnitude - 1) >> coarse);
    }
}

constexpr int max_fine_bits = 10;

/// Sorts each coarse bin by fine key and writes where its buckets start. One block of 1024 threads a bin.
__device__ __forceinline__ void sort_bins(const Frame& frame) {
    __shared__ u32 cursors[1 << max_fine_bits], warps[32];
    const u32 fine_bits = static_cast<u32>(frame.window_bits - 1 - frame.coarse_bits), bucket_of_bin = blockIdx.x << fine_bits;
    const u32 begin = at<const u32>(frame.coarse_starts)[blockIdx.x], end = at<const u32>(frame.coarse_starts)[blockIdx.x + 1];
    const uint2* in = at<const uint2>(frame.partitioned);
    cursors[threadIdx.x] = 0;
    __syncthreads();
    for (u32 i = begin + threadIdx.x; i < end; i += 1024) atomicAdd(cursors + in[i].y, 1u);
    __syncthreads();
    u32 total;
    const u32 position = begin + exclusive_scan_of_block<1024>(cursors[threadIdx.x], warps, total);
    cursors[threadIdx.x] = position;
    if (threadIdx.x < 1u << fine_bits) at<u32>(frame.offsets[0])[bucket_of_bin + threadIdx.x] = position;
    __syncthreads();
    for (u32 i = begin + threadIdx.x; i < end; i += 1024) {
        const uint2 entry = in[i];
        const u32 target = atomicAdd(cursors + entry.y, 1u);
        at<u32>(frame.references[0])[target] = entry.x;
        at<u32>(frame.keys[0])[target] = bucket_of_bin | entry.y;
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
