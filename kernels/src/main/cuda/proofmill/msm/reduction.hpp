#pragma once

#include "batch_addition.hpp"

/// From bucket sums to set sums: sum of (i + 1) B_i over the buckets of a set.
///
/// The first reduction gives each thread L = 2^f neighbouring buckets: P = the sum of its buckets times L, S = the sum of (j + 1) B_j over its own
/// positions j; the set's sum is then the sum of t P_t + S_t over the threads t. Each later reduction makes one such term of two neighbours:
/// P = 2 (P_0 + P_1), S = S_0 + S_1 + P_1. About 1 mixed and 1 full addition a bucket. Deterministic.
#ifdef __CUDACC__
namespace proofmill::msm {

constexpr int reduction_block = 128;

/// log2 of the partial sums of a set before reduction `level`.
__device__ __forceinline__ u32 partial_bits(const Frame& frame, u32 level) {
    return static_cast<u32>(frame.window_bits - 1 - frame.reduce_first_bits) - level;
}

template <class F>
__device__ __forceinline__ void double_times(Xyzz<F>& point, u32 times) {
    PM_ROLLED for (u32 i = 0; i < times; i++) point.double_in_place();
}

/// `rounds` is the number of rounds that ran. One thread for each 2^f buckets of the group, and one for the bucket of scalars 1 and -1; blocks of
/// 128 threads.
template <class G>
__device__ __forceinline__ void reduce_buckets(const Frame& frame, u32 rounds) {
    using F = typename G::Coordinate;
    const u64 t = thread_index();
    const u32 bits = partial_bits(frame, 0), set = static_cast<u32>(t >> bits), chunk = static_cast<u32>(t & ((u64{1} << bits) - 1));
    const u64 side = control(frame).side[rounds];
    const u32* offsets = at<const u32>(frame.offsets[side]);
    const u32* references = at<const u32>(frame.references[side]);
    const Points<G> points(frame);
    if (set >= frame.group_sets) {
        if (t != frame.group_sets << bits || frame.first_set != 0) return;
        const u32 bucket = bucket_count(frame), start = offsets[bucket];
        store(at<Affine<F>>(frame.unit_sum), offsets[bucket + 1] > start ? points[references[start]] : Affine<F>::infinity());
        return;
    }
    const u32 first = chunk << frame.reduce_first_bits;
    Xyzz<F> running = Xyzz<F>::infinity(), sum = running;
    PM_ROLLED for (u32 j = 1u << frame.reduce_first_bits; j-- > 0;) {
        const u32 position = bucket_position(frame, set, first + j), start = offsets[position];
        if (offsets[position + 1] > start) running.add(points[references[start]]);
        sum.add(running);
    }
    double_times(running, static_cast<u32>(frame.reduce_first_bits));
    const u64 target = ((frame.first_set + set) << bits) + chunk;
    store(at<Xyzz<F>>(frame.partial_points[0]) + target, running);
    store(at<Xyzz<F>>(frame.partial_sums[0]) + target, sum);
}

/// One reduction of the partial sums of all sets, from side level & 1 to the other. Two threads a result, first all P, then all S; blocks of
/// 128 threads.
template <class G>
__device__ __forceinline__ void reduce_partials(const Frame& frame, u32 level) {
    using F = typename G::Coordinate;
    const u64 results = frame.set_count << partial_bits(frame, level + 1), side = level & 1;
    const Xyzz<F>* points = at<const Xyzz<F>>(frame.partial_points[side]);
    u64 t = thread_index();
    if (t < results) {
        Xyzz<F> point = load(points + 2 * t);
        point.add(load(points + 2 * t + 1));
        point.double_in_place();
        store(at<Xyzz<F>>(frame.partial_points[side ^ 1]) + t, point);
    } else if (t < 2 * results) {
        t -= results;
        const Xyzz<F>* sums = at<const Xyzz<F>>(frame.partial_sums[side]) + 2 * t;
        Xyzz<F> sum = load(sums);
        sum.add(load(sums + 1));
        sum.add(load(points + 2 * t + 1));
        store(at<Xyzz<F>>(frame.partial_sums[side ^ 1]) + t, sum);
    }
}

/// Canonical affine set sums, then the sum of the bases with scalar 1 or -1. `levels` reductions of partial sums ran. One thread a result.
template <class G>
__device__ __forceinline__ void finish(const Frame& frame, u32 levels) {
    using F = typename G::Coordinate;
    const u64 t = thread_index();
    if (t > frame.set_count) return;
    Affine<F>* result = at<Affine<F>>(frame.result);
    if (t == frame.set_count) {
        result[t] = load(at<const Affine<F>>(frame.unit_sum)).canonical();
    } else {
        result[t] = load(at<const Xyzz<F>>(frame.partial_sums[levels & 1]) + t).to_affine();
    }
}

}  // namespace proofmill::msm
#endif
