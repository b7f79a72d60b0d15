#pragma once

#include "../ntt/quad.hpp"

/// Element by element work on vectors. Inputs are canonical words of either form; outputs are canonical words.
namespace proofmill::spmv {

/// What a result is wanted as: the Montgomery form in which it was computed, or the integers that a multi-scalar multiplication takes.
enum class Form : u32 { montgomery = 0, integer = 1 };

template <class F>
PM_INLINE F in_form(const F& x, u32 form) {
    return form == static_cast<u32>(Form::integer) ? x.from_montgomery() : x.canonical();
}

/// a b
template <class F>
PM_INLINE F product(const F& a, const F& b) {
    return (a * b).canonical();
}

/// a b - c: minus twice the quotient on a coset where x^n = -1, as circom's keys want it.
template <class F>
PM_INLINE F product_minus(const F& a, const F& b, const F& c, u32 form) {
    return in_form(a * b - c, form);
}

/// (a - b) s: with s = 1 / (g^n - 1) the quotient's coefficients, as bellman's keys want them.
template <class F>
PM_INLINE F scaled_difference(const F& a, const F& b, const F& s, u32 form) {
    return in_form((a - b) * s, form);
}

}  // namespace proofmill::spmv
