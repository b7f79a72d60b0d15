#pragma once

#include "../curve/affine.hpp"
#include "../field/field.hpp"
#include "../memory.hpp"
#include "frame.hpp"
#include "scan.hpp"

/// From scalars to signed digits.
///
/// A scalar s is replaced by min(s, r - s) and a sign. Adding 2^(c-1) at every window but the last makes the digits independent of each other:
/// digit j is bits [cj, c(j+1)) of the sum, less 2^(c-1); the last window is taken as it is. So W = ceil(bits of r / c) windows suffice; windows past the last have digit 0.
#ifdef __CUDACC__
namespace proofmill::msm {

constexpr int scalar_words = 8;

struct Scalar {
    u32 word[scalar_words];
};

__device__ __forceinline__ Scalar load_scalar(u64 scalars, u64 index) {
    const uint4* source = at<const uint4>(scalars) + 2 * index;
    const uint4 low = __ldg(source), high = __ldg(source + 1);
    return {{low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w}};
}

/// min(s, r - s); true where that is r - s.
template <class P>
__device__ __forceinline__ bool take_smaller(Scalar& s) {
    Scalar other;
    other.word[0] = carry::sub_cc(P::modulus(0), s.word[0]);
    PM_UNROLL for (int i = 1; i < scalar_words - 1; i++) other.word[i] = carry::subc_cc(P::modulus(i), s.word[i]);
    other.word[7] = carry::subc(P::modulus(7), s.word[7]);
    carry::sub_cc(other.word[0], s.word[0]);
    PM_UNROLL for (int i = 1; i < scalar_words; i++) carry::subc_cc(other.word[i], s.word[i]);
    const bool negated = carry::subc(0, 0) != 0;
    PM_UNROLL for (int i = 0; i < scalar_words; i++) s.word[i] = negated ? other.word[i] : s.word[i];
    return negated;
}

/// Sorts scalars into zeros (dropped), ones (1 and -1: references to their bases) and dense ones (indices). Bases at infinity are dropped.
/// Blocks of 256 threads, any grid; one pass over the scalars; the lists' order depends on the blocks' order, the MSM's result does not.
/// `counts` must be zero before.
template <class G>
__device__ __forceinline__ void classify(const Frame& frame) {
    constexpr int items = 8, warps = 8, threads = 32 * warps;
    using Point = Affine<typename G::Coordinate>;
    __shared__ u32 warp_dense[warps], warp_units[warps];
    __shared__ u64 dense_base, unit_base;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const u32 below = (1u << lane) - 1;
    u64* counts = at<u64>(frame.counts);
    const u64 tile = static_cast<u64>(threads) * items;
    for (u64 start = blockIdx.x * tile; start < frame.scalar_count; start += gridDim.x * tile) {
        const u64 first = start + static_cast<u64>(warp) * 32 * items + lane;
        u32 dense[items], units[items], dense_total = 0, unit_total = 0, signs = 0;
        PM_UNROLL for (int j = 0; j < items; j++) {
            const u64 i = first + j * 32;
            bool zero = true, unit = false, negative = false;
            if (i < frame.scalar_count) {
                Scalar s = load_scalar(frame.scalars, i);
                negative = take_smaller<typename G::Scalar::Parameters>(s);
                u32 upper = 0;
                PM_UNROLL for (int k = 1; k < scalar_words; k++) upper |= s.word[k];
                zero = upper == 0 && s.word[0] == 0;
                unit = upper == 0 && s.word[0] == 1;
                const Point* base = at<const Point>(frame.bases) + i;
                if (!zero && __ldg(reinterpret_cast<const u32*>(base)) == 0) zero = load(base).is_infinity();
            }
            signs |= negative ? 1u << j : 0;
            dense[j] = __ballot_sync(0xffffffffu, !zero && !unit);
            units[j] = __ballot_sync(0xffffffffu, !zero && unit);
            dense_total += __popc(dense[j]);
            unit_total += __popc(units[j]);
        }
        if (lane == 0) {
            warp_dense[warp] = dense_total;
            warp_units[warp] = unit_total;
        }
        __syncthreads();
        u32 dense_before = 0, units_before = 0, dense_all = 0, units_all = 0;
        PM_UNROLL for (int w = 0; w < warps; w++) {
            dense_before += w < warp ? warp_dense[w] : 0;
            units_before += w < warp ? warp_units[w] : 0;
            dense_all += warp_dense[w];
            units_all += warp_units[w];
        }
        if (threadIdx.x == 0) {
            dense_base = dense_all == 0 ? 0 : atomicAdd(reinterpret_cast<unsigned long long*>(counts), dense_all);
            unit_base = units_all == 0 ? 0 : atomicAdd(reinterpret_cast<unsigned long long*>(counts + 1), units_all);
        }
        __syncthreads();
        u64 dense_next = dense_base + dense_before, unit_next = unit_base + units_before;
        PM_UNROLL for (int j = 0; j < items; j++) {
            const u32 i = static_cast<u32>(first + j * 32);
            if (dense[j] >> lane & 1) at<u32>(frame.dense_list)[dense_next + __popc(dense[j] & below)] = i;
            if (units[j] >> lane & 1) at<u32>(frame.unit_list)[unit_next + __popc(units[j] & below)] = i | (signs >> j & 1) << 31;
            dense_next += __popc(dense[j]);
            unit_next += __popc(units[j]);
        }
        __syncthreads();
    }
}

/// The signed digits of the group's windows for every dense scalar (bit 31 negates, magnitude 0 is no entry), by set, then by table, then by
/// scalar; and how many fall into each coarse bin. Blocks of 256 threads, any grid; shared memory: 4 bytes a coarse bin of the group.
template <class P>
__device__ __forceinline__ void digits(const Frame& frame) {
    extern __shared__ u32 bins[];
    const u32 coarse = static_cast<u32>(frame.coarse_bits), sets = static_cast<u32>(frame.set_count);
    const u32 bits = static_cast<u32>(frame.window_bits), bin_count = static_cast<u32>(frame.group_sets) << coarse;
    const u32 tables = static_cast<u32>(frame.table_count);
    for (u32 i = threadIdx.x; i < bin_count; i += blockDim.x) bins[i] = 0;
    __syncthreads();
    Scalar offset = {};
    PM_UNROLL for (int i = 0; i < scalar_words; i++) {
        u32 word = 0;
        for (u32 j = 0, position = bits - 1; j + 1 < frame.window_count; j++, position += bits) {
            if (position / 32 == static_cast<u32>(i)) word |= 1u << position % 32;
        }
        offset.word[i] = word;
    }
    const u32 half = 1u << (bits - 1), mask = 2 * half - 1;
    u32* out = at<u32>(frame.digits);
    for (u64 k = thread_index(); k < frame.dense_count; k += thread_count()) {
        Scalar s = load_scalar(frame.scalars, at<const u32>(frame.dense_list)[k]);
        const u32 sign = take_smaller<P>(s) ? 0x80000000u : 0;
        s.word[0] = carry::add_cc(s.word[0], offset.word[0]);
        PM_UNROLL for (int i = 1; i < scalar_words - 1; i++) s.word[i] = carry::addc_cc(s.word[i], offset.word[i]);
        s.word[7] = carry::addc(s.word[7], offset.word[7]);
        for (u32 window = 0, table = 0, next_set = 0; window < sets * tables; window++) {
            const u32 set = next_set - static_cast<u32>(frame.first_set);
            if (set < frame.group_sets) {  // unsigned: also false below the first set
                const u32 raw = s.word[0] & mask;
                const bool last = window + 1 >= frame.window_count, negative = !last && raw < half;
                const u32 magnitude = last ? raw : negative ? half - raw : raw - half;
                out[(u64{set} * tables + table) * frame.dense_count + k] = magnitude | (negative ? sign ^ 0x80000000u : sign);
                if (magnitude != 0) atomicAdd(bins + ((set << coarse) | ((magnitude - 1) & ((1u << coarse) - 1))), 1u);
            }
            if (++next_set == sets) {
                next_set = 0;
                table++;
            }
            PM_UNROLL for (int i = 0; i < scalar_words - 1; i++) s.word[i] = __funnelshift_r(s.word[i], s.word[i + 1], bits);
            s.word[7] >>= bits;
        }
    }
    __syncthreads();
    for (u32 i = threadIdx.x; i < bin_count; i += blockDim.x) {
        if (bins[i] != 0) atomicAdd(at<u32>(frame.coarse_counts) + i, bins[i]);
    }
}

}  // namespace proofmill::msm
#endif
