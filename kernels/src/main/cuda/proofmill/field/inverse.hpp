#pragma once

#include "field.hpp"

/// Inversion by the optimized binary GCD of Pornin (eprint 2020/972): thirty division steps at a time on 62-bit approximations of the two
/// numbers, then one linear update of the full numbers and of the cofactors.
///
/// 26 updates for 381 bits, 17 for 255: about the time of 60 products in sequence, where Fermat's power takes 475. The same steps for every
/// input, so the threads of a warp stay together. About 5 elements of temporary storage; deterministic.
namespace proofmill {
namespace binary_gcd {

constexpr int steps = 30;

/// Row of the transformation of a batch of steps: new value = (f a + g b) / 2^steps.
struct Row {
    std::int32_t f, g;
};

PM_INLINE int leading_zeros(u32 x) {
#ifdef __CUDA_ARCH__
    return __clz(static_cast<int>(x));
#else
    return x == 0 ? 32 : __builtin_clz(x);
#endif
}

/// The low 30 bits and the 32 bits from the top of the longer number (from bit 61 where both are shorter).
template <int N>
PM_INLINE void approximate(const u32* a, const u32* b, u64& short_a, u64& short_b) {
    u32 a_high = a[1], a_low = a[0], b_high = b[1], b_low = b[0];
    bool lowest = true;
    PM_UNROLL for (int i = 2; i < N; i++) {
        const bool longer = (a[i] | b[i]) != 0;
        a_high = longer ? a[i] : a_high;
        a_low = longer ? a[i - 1] : a_low;
        b_high = longer ? b[i] : b_high;
        b_low = longer ? b[i - 1] : b_low;
        lowest = lowest && !longer;
    }
    int shift = leading_zeros(a_high | b_high);
    if (lowest && shift > 2) shift = 2;
    const u64 low_bits = (u64{1} << steps) - 1;
    const u64 a_top = (((u64{a_high} << 32) | a_low) << shift) >> 32, b_top = (((u64{b_high} << 32) | b_low) << shift) >> 32;
    short_a = (a_top << steps) | (a[0] & low_bits);
    short_b = (b_top << steps) | (b[0] & low_bits);
}

PM_INLINE void divide_steps(u64 a, u64 b, Row& row_a, Row& row_b) {
    row_a = {1, 0};
    row_b = {0, 1};
    PM_ROLLED for (int i = 0; i < steps; i++) {
        const bool odd = (a & 1) != 0, swap = odd && a < b;
        const u64 old_a = a;
        const Row old_row = row_a;
        a = swap ? b : a;
        b = swap ? old_a : b;
        row_a.f = swap ? row_b.f : row_a.f;
        row_a.g = swap ? row_b.g : row_a.g;
        row_b.f = swap ? old_row.f : row_b.f;
        row_b.g = swap ? old_row.g : row_b.g;
        a -= odd ? b : 0;
        row_a.f -= odd ? row_b.f : 0;
        row_a.g -= odd ? row_b.g : 0;
        a >>= 1;
        row_b.f *= 2;
        row_b.g *= 2;
    }
}

/// t = f a + g b in N + 1 words of two's complement; |f| + |g| <= 2^30.
template <int N>
PM_INLINE void combine(u32* t, const u32* a, const u32* b, const Row& row) {
    std::int64_t sum = 0;
    PM_UNROLL for (int i = 0; i < N; i++) {
        sum += std::int64_t{row.f} * std::int64_t{a[i]} + std::int64_t{row.g} * std::int64_t{b[i]};
        t[i] = static_cast<u32>(sum);
        sum >>= 32;
    }
    t[N] = static_cast<u32>(sum);
}

/// |f a + g b| / 2^steps; the row changes sign with it.
template <int N>
PM_INLINE void reduce_length(u32* r, const u32* a, const u32* b, Row& row) {
    u32 t[N + 1];
    combine<N>(t, a, b, row);
    const u32 sign = t[N] >> 31, mask = 0u - sign;
    u64 carry = sign;
    PM_UNROLL for (int i = 0; i < N; i++) {
        carry += ((t[i] >> steps) | (t[i + 1] << (32 - steps))) ^ mask;
        r[i] = static_cast<u32>(carry);
        carry >>= 32;
    }
    row.f = sign != 0 ? -row.f : row.f;
    row.g = sign != 0 ? -row.g : row.g;
}

/// (f u + g v) / 2^32 mod p, canonical.
template <class P>
PM_INLINE void update_cofactor(u32* r, const u32* u, const u32* v, const Row& row) {
    constexpr int N = P::limbs;
    u32 t[N + 1];
    combine<N>(t, u, v, row);
    constexpr u32 negated_inverse = negated_inverse_of_modulus<P>();
    const u32 m = t[0] * negated_inverse;
    u64 carry = (u64{m} * P::modulus(0) + t[0]) >> 32;
    PM_UNROLL for (int i = 1; i < N; i++) {
        carry += u64{m} * P::modulus(i) + t[i];
        t[i - 1] = static_cast<u32>(carry);
        carry >>= 32;
    }
    const std::int64_t top = static_cast<std::int64_t>(carry) + static_cast<std::int32_t>(t[N]);
    t[N - 1] = static_cast<u32>(top);
    const bool negative = top < 0;  // the value lies between -p/4 and 5p/4
    const u32 mask = negative ? 0xffffffffu : 0;
    u64 sum = 0;
    PM_UNROLL for (int i = 0; i < N; i++) {
        sum += u64{t[i]} + (P::modulus(i) & mask);
        t[i] = static_cast<u32>(sum);
        sum >>= 32;
    }
    u64 borrow = 0;
    u32 reduced[N];
    PM_UNROLL for (int i = 0; i < N; i++) {
        const u64 difference = u64{t[i]} - P::modulus(i) - borrow;
        reduced[i] = static_cast<u32>(difference);
        borrow = (difference >> 32) & 1;
    }
    PM_UNROLL for (int i = 0; i < N; i++) r[i] = borrow != 0 ? t[i] : reduced[i];
}

}  // namespace binary_gcd

/// 1 / x; 0 for 0.
template <class P>
PM_CALL Field<P> inverse(Field<P> x) {
    constexpr int N = P::limbs;
    constexpr int bits = 32 * N - (P::modulus(N - 1) >> 30 == 0 ? 2 : 1);
    constexpr int updates = (2 * bits - 1 + binary_gcd::steps - 1) / binary_gcd::steps;
    x = x.canonical();
    u32 a[N], b[N], u[N], v[N];
    PM_UNROLL for (int i = 0; i < N; i++) {
        a[i] = x.word[i];
        b[i] = P::modulus(i);
        u[i] = i == 0 ? 1 : 0;
        v[i] = 0;
    }
    PM_ROLLED for (int k = 0; k < updates; k++) {
        u64 short_a, short_b;
        binary_gcd::Row row_a, row_b;
        binary_gcd::approximate<N>(a, b, short_a, short_b);
        binary_gcd::divide_steps(short_a, short_b, row_a, row_b);
        u32 next_a[N], next_u[N];
        binary_gcd::reduce_length<N>(next_a, a, b, row_a);
        binary_gcd::reduce_length<N>(b, a, b, row_b);
        binary_gcd::update_cofactor<P>(next_u, u, v, row_a);
        binary_gcd::update_cofactor<P>(v, u, v, row_b);
        PM_UNROLL for (int i = 0; i < N; i++) {
            a[i] = next_a[i];
            u[i] = next_u[i];
        }
    }
    // Each update multiplied the cofactors by 2^(30 - 32); x came as x R.
    Field<P> cofactor;
    PM_UNROLL for (int i = 0; i < N; i++) cofactor.word[i] = v[i];
    return Field<P>::called_product(cofactor, Field<P>::template two_to<96 * N + 2 * updates>());
}

}  // namespace proofmill
