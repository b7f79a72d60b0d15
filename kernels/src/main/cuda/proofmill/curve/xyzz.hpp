#pragma once

#include "../field/inverse.hpp"
#include "affine.hpp"

namespace proofmill {

/// A point as (X, Y, ZZ, ZZZ) with x = X / ZZ, y = Y / ZZZ, ZZ^3 = ZZZ^2; infinity has ZZ of zero words.
/// Products are calls, so that a loop of several additions stays small.
/// Formulas: EFD, shortw/xyzz (madd-2008-s 8M + 2S, add-2008-s 12M + 2S, dbl-2008-s-1 6M + 3S for a = 0), completed for all inputs.
template <class F>
struct alignas(16) Xyzz {
    F x, y, zz, zzz;

    PM_INLINE static Xyzz infinity() { return {F::zero(), F::zero(), F::zero(), F::zero()}; }

    PM_INLINE static Xyzz from(const Affine<F>& p) {
        if (p.is_infinity()) return infinity();
        return {p.x, p.y, F::one(), F::one()};
    }

    PM_INLINE bool is_infinity() const { return zz.has_zero_words(); }

    PM_INLINE void add(const Affine<F>& q) {
        if (q.x.may_be_zero() && q.is_infinity()) return;
        if (is_infinity()) {
            *this = {q.x, q.y, F::one(), F::one()};
            return;
        }
        F p = times(q.x, zz) - x;
        const F r = times(q.y, zzz) - y;
        if (p.may_be_zero() && p.is_zero()) {
            if (r.is_zero()) {
                double_affine(q);
            } else {
                *this = infinity();
            }
            return;
        }
        F pp = F::called_square(p);
        zz = times(zz, pp);
        p = times(p, pp);
        pp = times(x, pp);
        zzz = times(zzz, p);
        x = F::called_square(r) - p - pp - pp;
        y = times(r, pp - x) - times(y, p);
    }

    PM_CALL void add(const Xyzz& q) {
        if (q.is_infinity()) return;
        if (is_infinity()) {
            *this = q;
            return;
        }
        F u = times(x, q.zz);
        const F s = times(y, q.zzz);
        F p = times(q.x, zz) - u;
        const F r = times(q.y, zzz) - s;
        if (p.may_be_zero() && p.is_zero()) {
            if (r.is_zero()) {
                double_in_place();
            } else {
                *this = infinity();
            }
            return;
        }
        const F pp = F::called_square(p);
        zz = times(times(zz, q.zz), pp);
        p = times(p, pp);
        u = times(u, pp);
        zzz = times(times(zzz, q.zzz), p);
        x = F::called_square(r) - p - u - u;
        y = times(r, u - x) - times(s, p);
    }

    PM_CALL void double_in_place() {
        if (is_infinity()) return;
        if (y.may_be_zero() && y.is_zero()) {
            *this = infinity();
            return;
        }
        const F u = y.doubled(), v = F::called_square(u), w = times(u, v), s = times(x, v), xx = F::called_square(x), m = xx.doubled() + xx;
        x = F::called_square(m) - s - s;
        y = times(m, s - x) - times(w, y);
        zz = times(v, zz);
        zzz = times(w, zzz);
    }

    PM_INLINE Xyzz negated() const { return {x, y.negated(), zz, zzz}; }

    /// The point with canonical coordinates; one inversion.
    PM_INLINE Affine<F> to_affine() const {
        if (is_infinity()) return Affine<F>::infinity();
        const F inverse_cubed = inverse(zzz), t = times(inverse_cubed, zz);
        return {times(x, F::called_square(t)).canonical(), times(y, inverse_cubed).canonical()};
    }

   private:
    PM_INLINE static F times(const F& a, const F& b) { return F::called_product(a, b); }

    PM_INLINE void double_affine(const Affine<F>& q) {
        *this = {q.x, q.y, F::one(), F::one()};
        double_in_place();
    }
};

}  // namespace proofmill
