#include "proofmill/field/fp2.hpp"

#include <fstream>
#include <random>
#include <string>

#include "proofmill/testing/test.hpp"

using namespace proofmill;

namespace {

const std::string vectors = std::string(__FILE__).substr(0, std::string(__FILE__).rfind("/cuda/")) + "/vectors/fields.txt";

template <class F>
F words_of(const std::string& hexadecimal) {
    F value = F::zero();
    for (int i = 0; i < F::limbs; i++) {
        value.word[i] = static_cast<u32>(std::stoul(hexadecimal.substr(hexadecimal.size() - 8 * (i + 1), 8), nullptr, 16));
    }
    return value;
}

template <class F>
bool same_words(const F& a, const F& b) {
    for (int i = 0; i < F::limbs; i++) {
        if (a.word[i] != b.word[i]) return false;
    }
    return true;
}

/// The element p + a, where the representation allows it.
template <class F>
F lifted(const F& a) {
    F modulus;
    for (int i = 0; i < F::limbs; i++) modulus.word[i] = F::Parameters::modulus(i);
    return F::redundant ? F::sum_without_reduction(a, modulus) : a;
}

template <class F>
F applied(const std::string& operation, const F& a, const F& b) {
    if (operation == "product") return a * b;
    if (operation == "sum") return a + b;
    if (operation == "difference") return a - b;
    if (operation == "square") return a.square();
    if (operation == "inverse") return inverse(a);
    if (operation == "negate") return a.negated();
    if (operation == "to_montgomery") return a.to_montgomery();
    if (operation == "from_montgomery") return a.from_montgomery();
    throw std::runtime_error("unknown operation " + operation);
}

/// Runs the shared vectors of a field, also with operands in the upper half of the redundant range.
template <class F>
void check_vectors(const std::string& name) {
    std::ifstream file(vectors);
    std::string field, operation, a, b, result;
    int lines = 0;
    while (file >> field) {
        if (field != name) {
            std::getline(file, a);
            continue;
        }
        const bool binary = (file >> operation) && (operation == "product" || operation == "sum" || operation == "difference");
        file >> a;
        b = a;
        if (binary) file >> b;
        file >> result;
        const F x = words_of<F>(a), y = words_of<F>(b), expected = words_of<F>(result);
        if (!same_words(applied(operation, x, y).canonical(), expected)) testing::fail(__FILE__, __LINE__, field + " " + operation + " " + a + " " + b);
        if (operation != "to_montgomery" && !same_words(applied(operation, lifted(x), lifted(y)).canonical(), expected)) {
            testing::fail(__FILE__, __LINE__, field + " " + operation + " of lifted " + a + " " + b);
        }
        lines++;
    }
    CHECK(lines == 16 * (5 + 3 * 4));
}

template <class F>
F random_element(std::mt19937_64& random) {
    F value;
    for (int i = 0; i < F::limbs; i++) value.word[i] = static_cast<u32>(random());
    value.word[F::limbs - 1] %= F::Parameters::modulus(F::limbs - 1);
    return value;
}

/// Identities on random elements; the seed is fixed.
template <class F>
void check_identities() {
    std::mt19937_64 random(20261130);
    int wrong = 0;
    for (int i = 0; i < 200; i++) {
        const F a = random_element<F>(random), b = random_element<F>(random), c = random_element<F>(random);
        wrong += !((a + b) * c == a * c + b * c);
        wrong += !(a.square() == a * a);
        wrong += !(a * inverse(a) == F::one());
        wrong += !(a.doubled() - a == a);
        wrong += !(a.to_montgomery().from_montgomery() == a);
        wrong += !(F::called_product(a, b) == a * b);
    }
    CHECK_EQUAL(wrong, 0);
}

template <class F2>
void check_extension() {
    using F = decltype(F2::c0);
    std::mt19937_64 random(20261131);
    int wrong = 0;
    for (int i = 0; i < 100; i++) {
        F2 a{random_element<F>(random), random_element<F>(random)}, b{random_element<F>(random), random_element<F>(random)};
        if (i % 3 == 0) a.c0 = a.c0.negated();
        if (i % 5 == 0) b.c1 = F::zero();
        if (i % 7 == 0) a = {lifted(a.c0.canonical()), lifted(a.c1.canonical())};
        const F2 product = a * b;
        wrong += !(product.c0 == a.c0 * b.c0 - a.c1 * b.c1);
        wrong += !(product.c1 == a.c0 * b.c1 + a.c1 * b.c0);
        wrong += !(a.square() == a * a);
        wrong += !(a * inverse(a) == F2::one());
    }
    CHECK_EQUAL(wrong, 0);
}

TEST(field, "BLS12-381's base field agrees with the shared vectors") { check_vectors<Bls12381Fp>("bls12_381_fp"); }
TEST(field, "BLS12-381's scalar field agrees with the shared vectors") { check_vectors<Bls12381Fr>("bls12_381_fr"); }
TEST(field, "BN254's base field agrees with the shared vectors") { check_vectors<Bn254Fp>("bn254_fp"); }
TEST(field, "BN254's scalar field agrees with the shared vectors") { check_vectors<Bn254Fr>("bn254_fr"); }

TEST(field, "products, squares and inverses of random elements satisfy the field's identities") {
    check_identities<Bls12381Fp>();
    check_identities<Bls12381Fr>();
    check_identities<Bn254Fp>();
    check_identities<Bn254Fr>();
}

TEST(field, "the quadratic extensions multiply, square and invert as their definition says") {
    check_extension<Bls12381Fp2>();
    check_extension<Bn254Fp2>();
}

TEST(field, "zero has no inverse and gives zero") {
    CHECK(inverse(Bls12381Fp::zero()).is_zero());
    CHECK(inverse(Bn254Fp2::zero()).is_zero());
}

TEST(field, "an element equal to the modulus is zero but is not stored as a point at infinity's word") {
    const Bls12381Fp modulus = lifted(Bls12381Fp::zero());
    CHECK(modulus.is_zero());
    CHECK(modulus.may_be_zero());
    CHECK(!modulus.has_zero_words());
    CHECK(modulus.canonical().has_zero_words());
}

}  // namespace
