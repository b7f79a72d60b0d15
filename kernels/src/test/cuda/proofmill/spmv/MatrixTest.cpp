#include <vector>

#include "proofmill/spmv/matrix.hpp"
#include "proofmill/spmv/vector.hpp"
#include "proofmill/testing/test.hpp"

namespace proofmill::spmv {
namespace {

template <class F>
F integer(u32 value) {
    F x = F::zero();
    x.word[0] = value;
    return x;
}

/// | 2 0 3 |   rows of two, no and three entries
/// | 0 0 0 |
/// | 5 2 2 |
template <class F>
void check_products() {
    const u64 row_start[] = {0, 2, 2, 5};
    const u32 columns[] = {0, 2, 0, 1, 2}, coefficients[] = {0, 1, 2, 0, 0};
    std::vector<F> values, witness;
    for (u32 v : {2u, 3u, 5u}) values.push_back(integer<F>(v).to_montgomery().to_montgomery().canonical());
    for (u32 v : {7u, 11u, 13u}) witness.push_back(integer<F>(v));
    const Matrix<F> matrix{row_start, columns, coefficients, values.data()};
    const u32 expected[] = {2 * 7 + 3 * 13, 0, 5 * 7 + 2 * 11 + 2 * 13, 0};
    for (u64 row = 0; row < 4; row++) {
        CHECK(row_product(matrix, witness.data(), row, 3) == integer<F>(expected[row]).to_montgomery());
    }
    const std::vector<F> flat{values[0], values[1], values[2], values[0], values[0]};
    const Matrix<F> uncompressed{row_start, columns, nullptr, flat.data()};
    CHECK(row_product(uncompressed, witness.data(), 2, 3) == integer<F>(expected[2]).to_montgomery());
    CHECK(partial_row(matrix, witness.data(), 2, 5, 2) == integer<F>(5 * 7 + 2 * 13).to_montgomery());
    CHECK_EQUAL(row_length(matrix, 2), u64{3});
}

template <class F>
void check_vectors() {
    const F a = integer<F>(6).to_montgomery(), b = integer<F>(7).to_montgomery(), c = integer<F>(2).to_montgomery();
    CHECK(product(a, b) == integer<F>(42).to_montgomery());
    CHECK_EQUAL(product_minus(a, b, c, 1).word[0], 40u);
    CHECK(product_minus(a, b, c, 0) == integer<F>(40).to_montgomery());
    CHECK_EQUAL(scaled_difference(a, c, b, 1).word[0], 28u);
    const F minus_four = scaled_difference(c, a, F::one(), 1);
    CHECK_EQUAL(minus_four.word[0], F::Parameters::modulus(0) - 4u);
    CHECK_EQUAL(minus_four.word[7], F::Parameters::modulus(7));
}

}  // namespace

TEST(spmv, "rows of a matrix times a canonical witness give Montgomery sums, with and without compressed coefficients") {
    check_products<Bn254Fr>();
    check_products<Bls12381Fr>();
}

TEST(spmv, "vector operations give canonical results in the form asked for") {
    check_vectors<Bn254Fr>();
    check_vectors<Bls12381Fr>();
}

}  // namespace proofmill::spmv
