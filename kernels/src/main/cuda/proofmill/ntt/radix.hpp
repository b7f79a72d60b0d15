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

/// What becomes of a register transform's outputs: a factor takes any value below 2^256, other uses need [0, 2p).
enum class Outputs { reduced, for_factors };

/// x[0 .. 2^Bits), natural order in, bit-reversed order out.
template <class F, int Bits, Outputs outputs>
PM_INLINE void transform_dif(F* x, const Quad* table) {
    constexpr int size = 1 << Bits;
    PM_UNROLL for (int half = size / 2; half >= 1; half /= 2) {
        // Root of this stage: w8^(4 / half).
        PM_UNROLL for (int start = 0; start < size; start += 2 * half) {
            PM_UNROLL for (int i = 0; i < half; i++) {
                F& a = x[start + i];
                F& b = x[start + i + half];
                const bool loose = outputs == Outputs::for_factors && half == 1;
                const F sum = loose && start != 0 ? Lazy<F>::sum_for_factor(a, b) : Lazy<F>::sum(a, b);
                if (i == 0) {
                    b = loose ? Lazy<F>::difference_for_factor(a, b) : Lazy<F>::difference(a, b);
                } else {
                    b = eighth_root<F>(table, i * (4 / half)).times(Lazy<F>::difference_for_factor(a, b));
                }
                a = sum;
            }
        }
    }
}

/// x[0 .. 2^Bits), bit-reversed order in, natural order out.
template <class F, int Bits>
PM_INLINE void transform_dit(F* x, const Quad* table) {
    constexpr int size = 1 << Bits;
    PM_UNROLL for (int half = 1; half < size; half *= 2) {
        PM_UNROLL for (int start = 0; start < size; start += 2 * half) {
            PM_UNROLL for (int i = 0; i < half; i++) {
                F& a = x[start + i];
                F& b = x[start + i + half];
                const F c = i == 0 ? b : eighth_root<F>(table, i * (4 / half)).times(b);
                b = Lazy<F>::difference(a, c);
                a = Lazy<F>::sum(a, c);
            }
        }
    }
}

}  // namespace proofmill::ntt
