#pragma once

#include "../curve/groups.hpp"
#include "../memory.hpp"
#include "frame.hpp"

/// A round of pairwise additions, second half: affine additions that share their inversions (Montgomery's trick, twice).
///
/// forward: each of T threads (T grows with the pairs, so that blocks outnumber what the device holds and no multiprocessor waits at the end) multiplies up the denominators of its pairs t, t + T, ... and keeps the prefixes; invert: fewer threads multiply up
/// those products again and invert once each; backward: each thread goes back over its pairs. 4M + 1S a pair and 2M an element of the batch
/// products; prefixes take one element a pair. All inputs are handled: infinity on either side, equal points, opposite points.
#ifdef __CUDACC__
namespace proofmill::msm {

constexpr int batch_block = 128;

enum class Sum { distinct, doubling, infinity, left, right };

/// Points named by references.
template <class G>
struct Points {
    using F = typename G::Coordinate;
    const Affine<F>* bases;
    const F* arena_x;
    const F* arena_y;
    u32 base_count;

    __device__ __forceinline__ explicit Points(const Frame& frame)
        : bases(at<const Affine<F>>(frame.bases)),
          arena_x(at<const F>(frame.arena_x)),
          arena_y(at<const F>(frame.arena_y)),
          base_count(static_cast<u32>(frame.base_count * frame.table_count)) {}

    __device__ __forceinline__ F x(u32 reference) const {
        const u32 index = reference & 0x7fffffffu;
        return load(index < base_count ? &bases[index].x : arena_x + (index - base_count));
    }

    __device__ __forceinline__ Affine<F> operator[](u32 reference) const {
        const u32 index = reference & 0x7fffffffu;
        const F* y = index < base_count ? &bases[index].y : arena_y + (index - base_count);
        return Affine<F>{x(reference), load(y)}.negated_if(reference >> 31 != 0);
    }
};

/// Which case a pair is, once its abscissas look suspicious.
template <class F>
__device__ __noinline__ Sum kind_of_sum(const Affine<F>& p, const Affine<F>& q) {
    if (p.is_infinity()) return Sum::right;
    if (q.is_infinity()) return Sum::left;
    if (!(p.x == q.x)) return Sum::distinct;
    return (p.y + q.y).is_zero() ? Sum::infinity : Sum::doubling;
}

/// The denominator of the slope of p + q; 1 where there is none.
template <class G>
__device__ __forceinline__ typename G::Coordinate denominator(const Points<G>& points, uint2 pair, const typename G::Coordinate& x1,
                                                              const typename G::Coordinate& x2, Sum& kind) {
    using F = typename G::Coordinate;
    F d = x2 - x1;
    kind = Sum::distinct;
    if (d.may_be_zero() || x1.may_be_zero() || x2.may_be_zero()) {
        const Affine<F> p = points[pair.x], q = points[pair.y];
        kind = kind_of_sum(p, q);
        if (kind == Sum::doubling) {
            d = p.y.doubled();
        } else if (kind != Sum::distinct) {
            d = F::one();
        }
    }
    return d;
}

/// T: a thread for each 32 pairs, within the frame's bounds.
__device__ __forceinline__ u64 round_threads(const Frame& frame, u64 pairs) {
    const u64 wanted = (pairs / 32 + batch_block - 1) / batch_block * batch_block;
    return min(max(wanted, frame.batch_threads_least), frame.batch_threads);
}

/// Grid: batch_threads / 128 blocks of 128 threads.
template <class G>
__device__ __forceinline__ void forward(const Frame& frame, u32 round) {
    using F = typename G::Coordinate;
    const u64 pairs = control(frame).pairs[round], t = thread_index(), stride = round_threads(frame, pairs);
    if (t >= pairs || t >= stride) return;
    const Points<G> points(frame);
    const uint2* list = at<const uint2>(frame.pairs);
    uint4* prefixes = at<uint4>(frame.prefixes);
    uint2 pair = __ldg(list + t), next = t + stride < pairs ? __ldg(list + t + stride) : pair;
    F x1 = points.x(pair.x), x2 = points.x(pair.y), product;
    PM_ROLLED for (u64 i = t; i < pairs; i += stride) {
        const uint2 after = i + 2 * stride < pairs ? __ldg(list + i + 2 * stride) : next;
        const F next_x1 = points.x(next.x), next_x2 = points.x(next.y);
        Sum kind;
        const F d = denominator(points, pair, x1, x2, kind);
        if (i == t) {
            product = d;
        } else {
            store_planes(prefixes, frame.pair_capacity, i, product);
            product = product * d;
        }
        pair = next;
        next = after;
        x1 = next_x1;
        x2 = next_x2;
    }
    store_planes(at<uint4>(frame.products), frame.batch_threads, t, product);
}

/// Replaces the threads' products by their inverses. Grid: inversion_threads / 128 blocks of 128 threads.
template <class G>
__device__ __forceinline__ void invert(const Frame& frame, u32 round) {
    using F = typename G::Coordinate;
    const u64 pairs = control(frame).pairs[round], count = min(pairs, round_threads(frame, pairs));
    const u64 t = thread_index(), stride = frame.inversion_threads;
    if (t >= count) return;
    uint4 *products = at<uint4>(frame.products), *prefixes = at<uint4>(frame.product_prefixes);
    F product = load_planes<F>(products, frame.batch_threads, t);
    u64 i = t + stride;
    PM_ROLLED for (; i < count; i += stride) {
        store_planes(prefixes, frame.batch_threads, i, product);
        product = product * load_planes<F>(products, frame.batch_threads, i);
    }
    product = inverse(product);
    PM_ROLLED for (i -= stride; i > t; i -= stride) {
        const F own = load_planes<F>(prefixes, frame.batch_threads, i) * product;
        product = product * load_planes<F>(products, frame.batch_threads, i);
        store_planes(products, frame.batch_threads, i, own);
    }
    store_planes(products, frame.batch_threads, t, product);
}

/// Writes the round's sums to the arena. The same grid as forward.
template <class G>
__device__ __forceinline__ void backward(const Frame& frame, u32 round) {
    using F = typename G::Coordinate;
    const u64 pairs = control(frame).pairs[round], t = thread_index(), stride = round_threads(frame, pairs);
    if (t >= pairs || t >= stride) return;
    const Points<G> points(frame);
    const uint2* list = at<const uint2>(frame.pairs);
    const uint4* prefixes = at<const uint4>(frame.prefixes);
    F *sums_x = at<F>(frame.arena_x) + control(frame).arena[round], *sums_y = at<F>(frame.arena_y) + control(frame).arena[round];
    u64 i = t + (pairs - 1 - t) / stride * stride;
    F inverse_product = load_planes<F>(at<const uint4>(frame.products), frame.batch_threads, t);
    uint2 pair = __ldg(list + i);
    PM_ROLLED for (;;) {
        const bool last = i == t;
        const uint2 next = last ? pair : __ldg(list + i - stride);
        const Affine<F> p = points[pair.x], q = points[pair.y];
        Sum kind;
        const F d = denominator(points, pair, p.x, q.x, kind);
        F slope = inverse_product;
        if (!last) {
            slope = slope * load_planes<F>(prefixes, frame.pair_capacity, i);
            inverse_product = inverse_product * d;
        }
        F numerator = q.y - p.y;
        if (kind == Sum::doubling) {
            const F xx = F::called_square(p.x);
            numerator = xx.doubled() + xx;
        }
        slope = slope * numerator;
        Affine<F> sum;
        sum.x = slope.square() - p.x - q.x;
        sum.y = slope * (p.x - sum.x) - p.y;
        if (kind >= Sum::infinity) sum = kind == Sum::left ? p : kind == Sum::right ? q : Affine<F>::infinity();
        store(sums_x + i, sum.x);
        store(sums_y + i, sum.y);
        if (last) return;
        i -= stride;
        pair = next;
    }
}

}  // namespace proofmill::msm
#endif
