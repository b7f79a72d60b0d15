#pragma once

#include "../platform.hpp"

/// Constants of a field, computed by the compiler from its modulus.
///
/// A parameter class P gives `limbs` (32-bit words) and `modulus(i)`, word i of the prime, least significant first.
namespace proofmill {

template <int N>
struct Words {
    u32 word[N];
};

/// -1 / p mod 2^32, by Newton's iteration.
template <class P>
PM_CONSTEXPR u32 negated_inverse_of_modulus() {
    u32 x = 1;
    for (int i = 0; i < 5; i++) x *= 2 - P::modulus(0) * x;
    return 0u - x;
}

/// 2^exponent mod p, by doubling.
template <class P>
PM_CONSTEXPR Words<P::limbs> power_of_two(int exponent) {
    constexpr int N = P::limbs;
    Words<N> r{};
    r.word[0] = 1;
    for (int k = 0; k < exponent; k++) {
        u32 doubled[N] = {}, reduced[N] = {}, carry = 0;
        u64 borrow = 0;
        for (int i = 0; i < N; i++) {
            doubled[i] = (r.word[i] << 1) | carry;
            carry = r.word[i] >> 31;
        }
        for (int i = 0; i < N; i++) {
            const u64 difference = u64{doubled[i]} - P::modulus(i) - borrow;
            reduced[i] = static_cast<u32>(difference);
            borrow = (difference >> 32) & 1;
        }
        const bool subtract = carry != 0 || borrow == 0;
        for (int i = 0; i < N; i++) r.word[i] = subtract ? reduced[i] : doubled[i];
    }
    return r;
}

/// 4 p^2 in twice the words.
template <class P>
PM_CONSTEXPR Words<2 * P::limbs> four_times_square_of_modulus() {
    constexpr int N = P::limbs;
    Words<2 * N> r{};
    for (int i = 0; i < N; i++) {
        u64 carry = 0;
        for (int j = 0; j < N; j++) {
            const u64 t = u64{P::modulus(i)} * P::modulus(j) + r.word[i + j] + carry;
            r.word[i + j] = static_cast<u32>(t);
            carry = t >> 32;
        }
        r.word[i + N] = static_cast<u32>(carry);
    }
    for (int i = 2 * N - 1; i >= 0; i--) r.word[i] = (r.word[i] << 2) | (i > 0 ? r.word[i - 1] >> 30 : 0);
    return r;
}

/// Whether `multiple` times p stays below 2^(32 limbs); multiple at most 8.
template <class P>
PM_CONSTEXPR bool has_room_for(u32 multiple) {
    u64 carry = 0;
    for (int i = 0; i < P::limbs; i++) carry = (u64{P::modulus(i)} * multiple + carry) >> 32;
    return carry == 0;
}

}  // namespace proofmill
