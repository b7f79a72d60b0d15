#pragma once

#include "quad.hpp"

namespace proofmill::ntt {

/// -1 / p mod 2^(32 limbs), by Newton's iteration on ever more words.
template <class P>
PM_INLINE constexpr Words<P::limbs> negated_inverse_words() {
    constexpr int N = P::limbs;
    // x p = -1 mod 2^32i: word i of x is chosen so that word i of x p becomes all ones.
    Words<N> x{}, product{};
    for (int i = 0; i < N; i++) {
        u32 digit = (0xffffffffu - product.word[i]) * (0u - negated_inverse_of_modulus<P>());
        x.word[i] = digit;
        u64 carry = 0;
        for (int j = 0; i + j < N; j++) {
            const u64 t = u64{digit} * P::modulus(j) + product.word[i + j] + carry;
            product.word[i + j] = static_cast<u32>(t);
            carry = t >> 32;
        }
    }
    return x;
}

/// A constant w of the field, made ready to be multiplied by many values: w itself and floor(w 2^256 / p).
///
/// Shoup's product: with the quotient at hand, x w mod p takes the high half of one product and the low halves of two, 107 wide
/// multiplications against 129 for a Montgomery product (Harvey, Faster arithmetic for number-theoretic transforms, 2014).
/// x keeps its form: Montgomery words stay Montgomery words.
template <class F>
struct Factor {
    using P = typename F::Parameters;
    static constexpr int limbs = F::limbs;
    static_assert(limbs == 8, "the column bounds below are for eight words");
    static_assert(P::modulus(2) != 0 && ~P::modulus(1) != 0xffffffffu, "only the lowest word of 2^256 - p may be all ones");

    u32 value[limbs];
    u32 quotient[limbs];

    /// From the Montgomery form m = w R mod p: w R - m = quotient p, so quotient = -m / p mod R.
    PM_INLINE static Factor of(const F& w) {
        const F montgomery = w.canonical();
        const F integer = w.from_montgomery();
        constexpr Words<limbs> negated_inverse = negated_inverse_words<P>();
        u32 even[limbs] = {}, odd[limbs] = {};
        add_low_product(even, odd, montgomery.word, negated_inverse.word);
        Factor r;
        merge_low(r.quotient, even, odd);
        for (int i = 0; i < limbs; i++) r.value[i] = integer.word[i];
        return r;
    }

    /// x w for any x below 2^256; the result is in [0, 2p).
    PM_INLINE F times(const F& x) const {
        u32 q[limbs];
        high_product(q, x.word, quotient);
        u32 even[limbs] = {}, odd[limbs] = {};
        add_low_product(even, odd, x.word, value);
        add_low_product_of_modulus(even, odd, q);
        F r;
        merge_low(r.word, even, odd);
        if constexpr (negated_modulus(0) == 0xffffffffu) add_shifted_difference(r.word, q);
        return r;
    }

   private:
    /// floor(a b / 2^256), or one less with a chance of 2^-29: columns below the seventh are left out.
    /// Column pairs at even positions from 6 in `even`, at odd positions from 7 in `odd`.
    PM_INLINE static void high_product(u32* high, const u32* a, const u32* b) {
        u32 even[10] = {}, odd[9] = {};
        PM_UNROLL for (int i = 0; i < limbs; i++) {
            add_high_row(even, a, b[i], i, i & 1, 6);
            add_high_row(odd, a, b[i], i, (i & 1) ^ 1, 7);
        }
        carry::add_cc(even[1], odd[0]);
        PM_UNROLL for (int k = 0; k < limbs - 1; k++) high[k] = carry::addc_cc(even[k + 2], odd[k + 1]);
        high[limbs - 1] = carry::addc(even[limbs + 1], odd[limbs]);
    }

    /// columns += a[j] b for j = first, first + 2, ... where i + j is at least the columns' position.
    PM_INLINE static void add_high_row(u32* columns, const u32* a, u32 b, int i, int first, int position) {
        bool started = false;
        int end = 0;
        PM_UNROLL for (int j = 0; j < limbs; j++) {
            if ((j & 1) != first || i + j < position) continue;
            const int k = i + j - position;
            columns[k] = started ? carry::madc_lo_cc(a[j], b, columns[k]) : carry::mad_lo_cc(a[j], b, columns[k]);
            // The topmost pair of a row that reaches a[7] is new, so its high word takes the carry without passing it on.
            columns[k + 1] = j == limbs - 1 ? carry::madc_hi(a[j], b, columns[k + 1]) : carry::madc_hi_cc(a[j], b, columns[k + 1]);
            started = true;
            end = j == limbs - 1 ? 0 : k + 2;
        }
        if (started && end != 0) columns[end] = carry::addc(columns[end], 0);
    }

    /// even and odd columns += a b mod 2^256; odd[k] stands at position k + 1.
    PM_INLINE static void add_low_product(u32* even, u32* odd, const u32* a, const u32* b) {
        PM_UNROLL for (int i = 0; i < limbs; i++) {
            add_low_row(even, a, b[i], i, i & 1, 0);
            add_low_row(odd, a, b[i], i, (i & 1) ^ 1, 1);
        }
    }

    /// The low product with -p: -q p = q (2^256 - p) mod 2^256. Words of zero and of all ones are left out (see add_shifted_difference).
    PM_INLINE static void add_low_product_of_modulus(u32* even, u32* odd, const u32* q) {
        PM_UNROLL for (int i = 0; i < limbs; i++) {
            const u32 word = negated_modulus(i);
            if (word == 0 || word == 0xffffffffu) continue;
            add_low_row(even, q, word, i, i & 1, 0);
            add_low_row(odd, q, word, i, (i & 1) ^ 1, 1);
        }
    }

    /// r += q (2^32 - 1) mod 2^256, where the lowest word of 2^256 - p is all ones: additions instead of eight products.
    PM_INLINE static void add_shifted_difference(u32* r, const u32* q) {
        r[1] = carry::add_cc(r[1], q[0]);
        PM_UNROLL for (int k = 2; k < limbs - 1; k++) r[k] = carry::addc_cc(r[k], q[k - 1]);
        r[limbs - 1] = carry::addc(r[limbs - 1], q[limbs - 2]);
        r[0] = carry::sub_cc(r[0], q[0]);
        PM_UNROLL for (int k = 1; k < limbs - 1; k++) r[k] = carry::subc_cc(r[k], q[k]);
        r[limbs - 1] = carry::subc(r[limbs - 1], q[limbs - 1]);
    }

    PM_INLINE static constexpr u32 negated_modulus(int i) {
        return i == 0 ? 0u - P::modulus(0) : ~P::modulus(i);  // the lowest word of an odd prime is not zero
    }

    PM_INLINE static void add_low_row(u32* columns, const u32* a, u32 b, int i, int first, int position) {
        bool started = false;
        PM_UNROLL for (int j = 0; j < limbs; j++) {
            if ((j & 1) != first || i + j >= limbs) continue;
            const int k = i + j - position;
            const bool top = i + j == limbs - 1;         // only the low word is below 2^256
            const bool last = top || i + j + 2 > limbs - 1;  // the carry leaves the 256 bits
            if (last && top) {
                columns[k] = started ? carry::addc(a[j] * b, columns[k]) : columns[k] + a[j] * b;
            } else {
                columns[k] = started ? carry::madc_lo_cc(a[j], b, columns[k]) : carry::mad_lo_cc(a[j], b, columns[k]);
                columns[k + 1] = last ? carry::madc_hi(a[j], b, columns[k + 1]) : carry::madc_hi_cc(a[j], b, columns[k + 1]);
            }
            started = true;
        }
    }

    PM_INLINE static void merge_low(u32* r, const u32* even, const u32* odd) {
        r[0] = even[0];
        r[1] = carry::add_cc(even[1], odd[0]);
        PM_UNROLL for (int k = 2; k < limbs - 1; k++) r[k] = carry::addc_cc(even[k], odd[k - 1]);
        r[limbs - 1] = carry::addc(even[limbs - 1], odd[limbs - 2]);
    }
};

}  // namespace proofmill::ntt
