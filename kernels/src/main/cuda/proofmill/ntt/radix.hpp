#pragma once

#include "factor.hpp"
#include "layout.hpp"
#include "lazy.hpp"

/// Transforms of 2, 4 or 8 elements in registers, in both flows.
///
/// Decimation in frequency (DIF): natural order in, bit-reversed order out. Decimation in time (DIT) is its transpose: bit-reversed
/// order in, natural order out. Both use the same root and the same factors (Gentleman and Sande 1966; Cooley and Tukey 1965).
namespace proofmill::ntt {

enum class Flow { dif, dit };

template <class F>
PM_INLINE Factor<F> load_factor(const Quad* first, u64 stride) {
    Factor<F> f;
    PM_UNROLL for (int half = 0; half < 2; half++) {
        const Quad value = load_constant(first + half * stride), quotient = load_constant(first + (2 + half) * stride);
        PM_UNROLL for (int i = 0; i < 4; i++) {
            f.value[4 * half + i] = value.word[i];
            f.quotient[4 * half + i] = quotient.word[i];
        }
    }
    return f;
}

/// w8^power from the table, power 1 to 3.
template <class F>
PM_INLINE Factor<F> eighth_root(const Quad* table, int power) {
    return load_factor<F>(table + eighth_root_number(power) * quads_per_factor, 1);
}

/// One stage of butterflies between x[i] and x[i + half], over all eight registers.
template <class F, int half>
PM_INLINE void stage_dif(F* x, const Quad* table) {
    PM_UNROLL for (int start = 0; start < 8; start += 2 * half) {
        PM_UNROLL for (int i = 0; i < half; i++) {
            F& a = x[start + i];
            F& b = x[start + i + half];
            const F sum = half == 1 ? Lazy<F>::loose_sum(a, b) : Lazy<F>::sum(a, b);
            if (i > 0) {
                b = eighth_root<F>(table, i * (4 / half)).times(Lazy<F>::loose_difference(a, b));
            } else {
                b = half == 1 ? Lazy<F>::loose_difference(a, b) : Lazy<F>::difference(a, b);
            }
            a = sum;
        }
    }
}

template <class F, int half>
PM_INLINE void stage_dit(F* x, const Quad* table) {
    PM_UNROLL for (int start = 0; start < 8; start += 2 * half) {
        PM_UNROLL for (int i = 0; i < half; i++) {
            F& a = x[start + i];
            F& b = x[start + i + half];
            const F c = i == 0 ? b : eighth_root<F>(table, i * (4 / half)).times(b);
            b = Lazy<F>::difference(a, c);
            a = Lazy<F>::sum(a, c);
        }
    }
}

/// Eight registers as 2^(3 - bits) transforms of 2^bits, natural order in, bit-reversed order out. The outputs are loose.
template <class F>
PM_INLINE void transform_dif(F* x, u32 bits, const Quad* table) {
    if (bits == 3) stage_dif<F, 4>(x, table);
    if (bits >= 2) stage_dif<F, 2>(x, table);
    stage_dif<F, 1>(x, table);
}

/// Eight registers as 2^(3 - bits) transforms of 2^bits, bit-reversed order in, natural order out.
template <class F>
PM_INLINE void transform_dit(F* x, u32 bits, const Quad* table) {
    stage_dit<F, 1>(x, table);
    if (bits >= 2) stage_dit<F, 2>(x, table);
    if (bits == 3) stage_dit<F, 4>(x, table);
}

}  // namespace proofmill::ntt
