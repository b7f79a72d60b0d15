#pragma once

#include "../field/field.hpp"

/// Sums and differences inside a transform, where values are in [0, 2p) for every field.
///
/// A field with 4p < 2^256 represents its elements so anyway. BLS12-381's scalars do not: there a sum has 257 bits for a moment.
/// "Loose" values may be anything below 2^256, which is all that Factor::times asks for.
namespace proofmill::ntt {

template <class F>
struct Lazy {
    using P = typename F::Parameters;
    static constexpr int limbs = F::limbs;

    PM_INLINE static F sum(const F& a, const F& b) {
        if constexpr (F::redundant) {
            return a + b;
        } else {
            F t, u;
            t.word[0] = carry::add_cc(a.word[0], b.word[0]);
            PM_UNROLL for (int i = 1; i < limbs; i++) t.word[i] = carry::addc_cc(a.word[i], b.word[i]);
            const u32 top = carry::addc(0, 0);
            u.word[0] = carry::sub_cc(t.word[0], twice_modulus(0));
            PM_UNROLL for (int i = 1; i < limbs; i++) u.word[i] = carry::subc_cc(t.word[i], twice_modulus(i));
            const u32 borrow = carry::subc(top, 0);
            PM_UNROLL for (int i = 0; i < limbs; i++) u.word[i] = borrow ? t.word[i] : u.word[i];
            return u;
        }
    }

    PM_INLINE static F difference(const F& a, const F& b) {
        if constexpr (F::redundant) {
            return a - b;
        } else {
            F t;
            t.word[0] = carry::sub_cc(a.word[0], b.word[0]);
            PM_UNROLL for (int i = 1; i < limbs; i++) t.word[i] = carry::subc_cc(a.word[i], b.word[i]);
            const u32 mask = carry::subc(0, 0);
            t.word[0] = carry::add_cc(t.word[0], twice_modulus(0) & mask);
            PM_UNROLL for (int i = 1; i < limbs - 1; i++) t.word[i] = carry::addc_cc(t.word[i], twice_modulus(i) & mask);
            t.word[limbs - 1] = carry::addc(t.word[limbs - 1], twice_modulus(limbs - 1) & mask);
            return t;
        }
    }

    PM_INLINE static F loose_sum(const F& a, const F& b) {
        if constexpr (F::redundant) return F::sum_without_reduction(a, b);
        return sum(a, b);
    }

    /// a - b + 2p where that fits, else as difference().
    PM_INLINE static F loose_difference(const F& a, const F& b) {
        if constexpr (F::redundant) {
            F t;
            t.word[0] = carry::sub_cc(a.word[0], b.word[0]);
            PM_UNROLL for (int i = 1; i < limbs - 1; i++) t.word[i] = carry::subc_cc(a.word[i], b.word[i]);
            t.word[limbs - 1] = carry::subc(a.word[limbs - 1], b.word[limbs - 1]);
            F bound;
            PM_UNROLL for (int i = 0; i < limbs; i++) bound.word[i] = twice_modulus(i);
            return F::sum_without_reduction(t, bound);
        } else {
            return difference(a, b);
        }
    }

    /// A loose sum or difference in [0, 2p) again.
    PM_INLINE static F reduced(const F& loose) {
        if constexpr (F::redundant) return F::reduced_once(loose);
        return loose;
    }

   private:
    PM_INLINE static constexpr u32 twice_modulus(int i) { return (P::modulus(i) << 1) | (i > 0 ? P::modulus(i - 1) >> 31 : 0); }
};

}  // namespace proofmill::ntt
