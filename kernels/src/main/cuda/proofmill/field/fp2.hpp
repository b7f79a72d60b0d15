#pragma once

#include "inverse.hpp"

namespace proofmill {

/// The quadratic extension F[u] / (u^2 + 1) of a base field whose elements are kept below 2p; c0 then c1 as in .zkey files.
///
/// A product is Karatsuba's with two reductions: 3 n^2 + 2 (n^2 + n) products of 32 bits. It stays a call on the device: +24 to 31 % for whole
/// point additions (measured), because the caller's loop then fits the instruction cache and spills less.
template <class F>
struct alignas(16) Fp2 {
    using Parameters = typename F::Parameters;
    static constexpr int limbs = F::limbs;
    static constexpr int words = 2 * F::limbs;
    static_assert(F::redundant, "the base field needs two spare bits");

    F c0, c1;

    PM_INLINE static Fp2 zero() { return {F::zero(), F::zero()}; }
    PM_INLINE static Fp2 one() { return {F::one(), F::zero()}; }

    PM_INLINE friend Fp2 operator+(const Fp2& a, const Fp2& b) { return {a.c0 + b.c0, a.c1 + b.c1}; }
    PM_INLINE friend Fp2 operator-(const Fp2& a, const Fp2& b) { return {a.c0 - b.c0, a.c1 - b.c1}; }
    PM_INLINE friend Fp2 operator*(const Fp2& a, const Fp2& b) { return product(a, b); }
    PM_INLINE friend bool operator==(const Fp2& a, const Fp2& b) { return a.c0 == b.c0 && a.c1 == b.c1; }

    /// (a0 + a1)(a0 - a1) and 2 a0 a1.
    PM_INLINE Fp2 square() const {
        if constexpr (roomy) {
            return {F::sum_without_reduction(c0, c1) * (c0 - c1), F::sum_without_reduction(c0, c0) * c1};
        } else {
            return {(c0 + c1) * (c0 - c1), (c0 + c0) * c1};
        }
    }

    PM_INLINE static Fp2 called_product(const Fp2& a, const Fp2& b) { return product(a, b); }
    static PM_CALL Fp2 called_square(Fp2 a) { return a.square(); }

    PM_INLINE Fp2 doubled() const { return *this + *this; }
    PM_INLINE Fp2 negated() const { return {c0.negated(), c1.negated()}; }
    PM_INLINE Fp2 negated_if(bool condition) const { return {c0.negated_if(condition), c1.negated_if(condition)}; }
    PM_INLINE Fp2 canonical() const { return {c0.canonical(), c1.canonical()}; }
    PM_INLINE Fp2 to_montgomery() const { return {c0.to_montgomery(), c1.to_montgomery()}; }
    PM_INLINE Fp2 from_montgomery() const { return {c0.from_montgomery(), c1.from_montgomery()}; }
    PM_INLINE bool is_zero() const { return c0.is_zero() && c1.is_zero(); }
    PM_INLINE bool may_be_zero() const { return c0.may_be_zero() && c1.may_be_zero(); }
    PM_INLINE bool has_zero_words() const { return c0.has_zero_words() && c1.has_zero_words(); }

   private:
    /// Whether a reduced value below 8 p^2 is below 2p.
    static constexpr bool roomy = has_room_for<Parameters>(8);

    PM_INLINE static F reduced(const u32* wide) {
        const F r = F::wide_reduced(wide);
        if constexpr (roomy) return r;
        return F::reduced_once(r);
    }

    PM_INLINE static void subtract_wide(u32* a, const u32* b) {
        a[0] = carry::sub_cc(a[0], b[0]);
        PM_UNROLL for (int i = 1; i < 2 * limbs - 1; i++) a[i] = carry::subc_cc(a[i], b[i]);
        a[2 * limbs - 1] = carry::subc(a[2 * limbs - 1], b[2 * limbs - 1]);
    }

    static PM_CALL Fp2 product(Fp2 a, Fp2 b) {
        u32 low[2 * limbs], high[2 * limbs], cross[2 * limbs];
        const F a_sum = F::sum_without_reduction(a.c0, a.c1), b_sum = F::sum_without_reduction(b.c0, b.c1);  // below 4p
        Fp2 r;
        F::wide_product(cross, a_sum.word, b_sum.word);
        F::wide_product(low, a.c0.word, b.c0.word);
        subtract_wide(cross, low);
        F::wide_product(high, a.c1.word, b.c1.word);
        subtract_wide(cross, high);
        r.c1 = reduced(cross);  // a0 b1 + a1 b0, below 8 p^2
        constexpr Words<2 * limbs> offset = four_times_square_of_modulus<Parameters>();
        low[0] = carry::add_cc(low[0], offset.word[0]);
        PM_UNROLL for (int i = 1; i < 2 * limbs - 1; i++) low[i] = carry::addc_cc(low[i], offset.word[i]);
        low[2 * limbs - 1] = carry::addc(low[2 * limbs - 1], offset.word[2 * limbs - 1]);
        subtract_wide(low, high);
        r.c0 = reduced(low);  // a0 b0 - a1 b1 + 4 p^2, below 8 p^2
        return r;
    }
};

/// 1 / x = conjugate(x) / norm(x); 0 for 0.
template <class F>
PM_CALL Fp2<F> inverse(Fp2<F> x) {
    const F factor = inverse(F::called_square(x.c0) + F::called_square(x.c1));
    return {F::called_product(x.c0, factor), F::called_product(x.c1.negated(), factor)};
}

using Bls12381Fp2 = Fp2<Bls12381Fp>;
using Bn254Fp2 = Fp2<Bn254Fp>;

}  // namespace proofmill
