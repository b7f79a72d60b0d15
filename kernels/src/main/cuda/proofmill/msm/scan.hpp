#pragma once

#include "../platform.hpp"

#ifdef __CUDACC__
namespace proofmill::msm {

/// The sum of `value` over the lanes before this one; `total` is the sum over the warp. Every lane takes part.
__device__ __forceinline__ u32 exclusive_scan_of_warp(u32 value, u32& total) {
    const int lane = threadIdx.x & 31;
    u32 inclusive = value;
    PM_UNROLL for (int step = 1; step < 32; step *= 2) {
        const u32 below = __shfl_up_sync(0xffffffffu, inclusive, step);
        if (lane >= step) inclusive += below;
    }
    total = __shfl_sync(0xffffffffu, inclusive, 31);
    return inclusive - value;
}

/// The sum of `value` over the threads before this one; `total` is the sum over the block. Every thread of the block takes part; Threads is a
/// multiple of 32. `warps` is shared memory for Threads / 32 words and may be reused after the call.
template <int Threads>
__device__ __forceinline__ u32 exclusive_scan_of_block(u32 value, u32* warps, u32& total) {
    constexpr int count = Threads / 32;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    u32 of_warp;
    const u32 before_in_warp = exclusive_scan_of_warp(value, of_warp);
    if (lane == 31) warps[warp] = of_warp;
    __syncthreads();
    u32 before = 0;
    total = 0;
    PM_UNROLL for (int w = 0; w < count; w++) {
        const u32 sum = warps[w];
        before += w < warp ? sum : 0;
        total += sum;
    }
    __syncthreads();
    return before + before_in_warp;
}

}  // namespace proofmill::msm
#endif
