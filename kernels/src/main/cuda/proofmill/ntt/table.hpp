#pragma once

#include "factor.hpp"
#include "layout.hpp"

/// Builds what the passes read: a transform's table from its root of unity, and tables of powers for scalings.
namespace proofmill::ntt {

/// base^exponent by squaring.
template <class F>
PM_INLINE F power(const F& base, u64 exponent) {
    F result = F::one(), square = base;
    PM_ROLLED for (; exponent != 0; exponent >>= 1) {
        if (exponent & 1) result = result * square;
        square = square * square;
    }
    return result;
}

/// Entry `number` of a table: the factors (see factor_number), then the direct and the fine powers of the root.
PM_INLINE constexpr u64 table_entries(u32 log_n, u32 log_direct) {
    return factors + (u64{1} << log_direct) + (u64{1} << (log_n - log_direct));
}

/// The root's exponent that factor `number` stands for. Numbers without meaning at this size give 0.
PM_INLINE u64 factor_exponent(u32 number, u32 log_n) {
    if (number < 2) return 0;
    u32 m = 1;
    while (number >> (m + 1) != 0) m++;
    if (m > log_n) return 0;
    if (m == 3) return u64{number - 8} << (log_n - 3);
    const u32 b = step_bits(m), digit = (number >> (m - b)) & ((1u << b) - 1), row = number & ((1u << (m - b)) - 1);
    return u64{reverse_bits(digit, b)} * row << (log_n - m);
}

template <class F>
PM_INLINE void store_factor(Quad* table, u32 number, const Factor<F>& factor) {
    u32 m = 1;
    while (number >> (m + 1) != 0) m++;
    // Numbers 0 and 1 are unused; the eighth roots at m = 3 lie one by one.
    const u32 rows = number < 2 || m == 3 ? 1 : 1u << (m - step_bits(m));
    const u32 row = number & (rows - 1);
    Quad* first = table + (number - row) * quads_per_factor + row;
    for (int half = 0; half < 2; half++) {
        Quad value, quotient;
        for (int i = 0; i < 4; i++) {
            value.word[i] = factor.value[4 * half + i];
            quotient.word[i] = factor.quotient[4 * half + i];
        }
        first[half * rows] = value;
        first[(2 + half) * rows] = quotient;
    }
}

template <class F>
PM_INLINE void build_table_entry(Quad* table, const F& root, u32 log_n, u32 log_direct, u64 number) {
    if (number < factors) {
        const F w = power(root, factor_exponent(static_cast<u32>(number), log_n));
        store_factor(table, static_cast<u32>(number), Factor<F>::of(w));
        return;
    }
    const u64 direct = number - factors, count = u64{1} << log_direct;
    const u64 exponent = direct < count ? direct << (log_n - log_direct) : direct - count;
    store_element(reinterpret_cast<F*>(table + direct_offset()) + direct, power(root, exponent).canonical());
}

}  // namespace proofmill::ntt
