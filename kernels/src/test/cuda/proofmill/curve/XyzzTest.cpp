#include "proofmill/curve/generators.hpp"
#include "proofmill/testing/test.hpp"

using namespace proofmill;

namespace {

/// The sum by the textbook's affine formulas.
template <class F>
Affine<F> affine_sum(const Affine<F>& p, const Affine<F>& q) {
    if (p.is_infinity()) return q;
    if (q.is_infinity()) return p;
    F slope;
    if (p.x == q.x) {
        if ((p.y + q.y).is_zero()) return Affine<F>::infinity();
        const F xx = p.x.square();
        slope = (xx + xx + xx) * inverse(p.y.doubled());
    } else {
        slope = (q.y - p.y) * inverse(q.x - p.x);
    }
    const F x = slope.square() - p.x - q.x;
    return Affine<F>{x, slope * (p.x - x) - p.y}.canonical();
}

template <class F>
bool same(const Affine<F>& a, const Affine<F>& b) {
    return a.is_infinity() == b.is_infinity() && a.x == b.x && a.y == b.y;
}

/// The same point with another ZZ.
template <class F>
Xyzz<F> rescaled(const Affine<F>& p) {
    const F z = p.y.doubled() + F::one(), zz = z.square(), zzz = zz * z;
    return {p.x * zz, p.y * zzz, zz, zzz};
}

template <class G>
Affine<typename G::Coordinate> multiple_of_generator(int k) {
    auto sum = Affine<typename G::Coordinate>::infinity();
    for (int i = 0; i < k; i++) sum = affine_sum(sum, generator<G>());
    return sum;
}

template <class G>
void check_additions() {
    using F = typename G::Coordinate;
    int wrong = 0;
    for (int i = 0; i <= 4; i++) {
        for (int j = -4; j <= 4; j++) {
            const Affine<F> p = multiple_of_generator<G>(i), q = multiple_of_generator<G>(j < 0 ? -j : j).negated_if(j < 0);
            const Affine<F> expected = affine_sum(p, q);
            Xyzz<F> mixed = Xyzz<F>::from(p), full = mixed;
            mixed.add(q);
            full.add(Xyzz<F>::from(q));
            wrong += !same(mixed.to_affine(), expected) + !same(full.to_affine(), expected);
            if (i == 0 || j == 0) continue;
            Xyzz<F> scaled_mixed = rescaled(p), scaled_full = scaled_mixed;
            scaled_mixed.add(q);
            scaled_full.add(rescaled(q));
            wrong += !same(scaled_mixed.to_affine(), expected) + !same(scaled_full.to_affine(), expected);
        }
    }
    CHECK_EQUAL(wrong, 0);
}

template <class G>
void check_order() {
    using F = typename G::Coordinate;
    using Order = typename G::Scalar::Parameters;
    Xyzz<F> sum = Xyzz<F>::infinity();
    for (int i = 32 * Order::limbs - 1; i >= 0; i--) {
        sum.double_in_place();
        if (Order::modulus(i / 32) >> (i % 32) & 1) sum.add(generator<G>());
    }
    CHECK(sum.is_infinity());
    CHECK(sum.to_affine().is_infinity());
}

TEST(curve, "sums of equal, opposite, infinite and other points agree with the affine formulas") {
    check_additions<Bls12381G1>();
    check_additions<Bls12381G2>();
    check_additions<Bn254G1>();
    check_additions<Bn254G2>();
}

TEST(curve, "the group's order times the generator is infinity") {
    check_order<Bls12381G1>();
    check_order<Bls12381G2>();
    check_order<Bn254G1>();
    check_order<Bn254G2>();
}

TEST(curve, "doubling infinity gives infinity") {
    auto point = Xyzz<Bn254Fp>::infinity();
    point.double_in_place();
    CHECK(point.is_infinity());
}

TEST(curve, "a point minus itself is infinity whichever way it is negated") {
    const auto g = generator<Bls12381G1>();
    auto sum = Xyzz<Bls12381Fp>::from(g);
    sum.add(Xyzz<Bls12381Fp>::from(g).negated());
    CHECK(sum.is_infinity());
}

}  // namespace
