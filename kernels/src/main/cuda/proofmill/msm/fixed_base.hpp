#pragma once

#include "../curve/groups.hpp"
#include "../memory.hpp"
#include "scalars.hpp"

/// Multiples of one base: for development keys and for test points with known logarithms.
///
/// A table holds d 2^(8w) B for 32 windows of 8 bits; a product is at most 32 mixed additions and one inversion. Table: 8192 affine points.
/// Deterministic.
#ifdef __CUDACC__
namespace proofmill::msm {

constexpr u32 fixed_base_window_bits = 8;
constexpr u32 fixed_base_windows = 256 / fixed_base_window_bits;
constexpr u32 fixed_base_table_points = fixed_base_windows << fixed_base_window_bits;

/// table[(w << 8) | d] = d 2^(8w) base. One thread an entry; blocks of 128 threads.
template <class G>
__device__ __forceinline__ void fill_fixed_base_table(const Affine<typename G::Coordinate>* base, Affine<typename G::Coordinate>* table) {
    using F = typename G::Coordinate;
    const u32 t = blockIdx.x * blockDim.x + threadIdx.x, window = t >> fixed_base_window_bits, digit = t & ((1u << fixed_base_window_bits) - 1);
    if (window >= fixed_base_windows) return;
    const Affine<F> b = load(base);
    Xyzz<F> sum = Xyzz<F>::infinity();
    PM_ROLLED for (u32 i = fixed_base_window_bits; i-- > 0;) {
        sum.double_in_place();
        if (digit >> i & 1) sum.add(b);
    }
    PM_ROLLED for (u32 i = 0; i < window * fixed_base_window_bits; i++) sum.double_in_place();
    store(table + t, sum.to_affine());
}

/// out[i] = scalars[i] base for canonical 32-byte scalars; any grid, blocks of 128 threads.
template <class G>
__device__ __forceinline__ void multiply_fixed_base(const Affine<typename G::Coordinate>* table, u64 scalars, u64 count,
                                                    Affine<typename G::Coordinate>* out) {
    using F = typename G::Coordinate;
    PM_ROLLED for (u64 i = static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += static_cast<u64>(gridDim.x) * blockDim.x) {
        Scalar s = load_scalar(scalars, i);
        Xyzz<F> sum = Xyzz<F>::infinity();
        PM_ROLLED for (u32 window = 0; window < fixed_base_windows; window++) {
            const u32 digit = s.word[0] & 0xff;
            if (digit != 0) sum.add(load(table + (window << fixed_base_window_bits | digit)));
            PM_UNROLL for (int k = 0; k < scalar_words - 1; k++) s.word[k] = __funnelshift_r(s.word[k], s.word[k + 1], fixed_base_window_bits);
            s.word[7] >>= fixed_base_window_bits;
        }
        store(out + i, sum.to_affine());
    }
}

/// The next table of multiples: out[i] = 2^doublings bases[i]. Any grid, blocks of 128 threads; one inversion a point.
template <class G>
__device__ __forceinline__ void double_bases(const Affine<typename G::Coordinate>* bases, u64 count, u32 doublings,
                                             Affine<typename G::Coordinate>* out) {
    using F = typename G::Coordinate;
    PM_ROLLED for (u64 i = thread_index(); i < count; i += thread_count()) {
        Xyzz<F> point = Xyzz<F>::from(load(bases + i));
        PM_ROLLED for (u32 k = 0; k < doublings; k++) point.double_in_place();
        store(out + i, point.to_affine());
    }
}

}  // namespace proofmill::msm
#endif
