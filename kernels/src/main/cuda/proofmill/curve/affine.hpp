#pragma once

#include "../platform.hpp"

namespace proofmill {

/// A point of a short Weierstrass curve y^2 = x^3 + b, packed as in .zkey files: x, y in Montgomery form; infinity is all zero bytes.
template <class F>
struct alignas(16) Affine {
    F x, y;

    PM_INLINE static Affine infinity() { return {F::zero(), F::zero()}; }
    PM_INLINE bool is_infinity() const { return x.has_zero_words() && y.has_zero_words(); }
    PM_INLINE Affine negated_if(bool condition) const { return {x, y.negated_if(condition)}; }
    PM_INLINE Affine canonical() const { return {x.canonical(), y.canonical()}; }
};

}  // namespace proofmill
