#pragma once

#include "pass.hpp"

/// Transforms too short for a pass's eight rows: 2 or 4 elements, one thread an output, by the definition.
namespace proofmill::ntt {

constexpr u32 max_log_short = 2;

template <class F>
PM_INLINE F short_scaled(const Pass<F>& pass, const F& x, u32 exponent) {
    const Scaling<F>& s = pass.scaling;
    if (s.low == nullptr) return x;
    if (s.high == nullptr) return x * s.low[0];
    return x * s.low[exponent & ((1u << s.log_low) - 1)] * s.high[exponent >> s.log_low];
}

/// Output `place` of the transform of `data`, which is not written. The table's direct powers must hold all of the root's.
template <class F, Flow flow>
PM_INLINE F short_output(const Pass<F>& pass, u32 place) {
    const F* powers = reinterpret_cast<const F*>(pass.table + direct_offset());
    const u32 n = 1u << pass.log_n;
    const u32 k = flow == Flow::dif ? reverse_bits(place, pass.log_n) : place;
    F sum = F::zero();
    PM_ROLLED for (u32 i = 0; i < n; i++) {
        const u32 at = flow == Flow::dif ? i : reverse_bits(i, pass.log_n);
        F x = pass.data[at];
        if constexpr (flow == Flow::dit) x = short_scaled(pass, x, i);
        sum = sum + x * powers[(i * k) & (n - 1)];
    }
    if constexpr (flow == Flow::dif) sum = short_scaled(pass, sum, k);
    return sum.canonical();
}

}  // namespace proofmill::ntt
