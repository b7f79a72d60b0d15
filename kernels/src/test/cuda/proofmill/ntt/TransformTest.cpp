// Runs the passes' own code on the host, one thread block after another and all of its threads between two barriers, and compares with
// the definition of the discrete Fourier transform.
#include <random>
#include <vector>

#include "proofmill/ntt/pass.hpp"
#include "proofmill/ntt/plan.hpp"
#include "proofmill/ntt/short.hpp"
#include "proofmill/ntt/table.hpp"
#include "proofmill/testing/test.hpp"

namespace proofmill::ntt {
namespace {

template <class F>
struct Known;

/// Generator 5 and two-adicity, as circom uses them; 7 generates the multiplicative group of BLS12-381's scalars, as bellman uses it.
template <>
struct Known<Bn254Fr> {
    static constexpr u32 generator = 5, two_adicity = 28;
};
template <>
struct Known<Bls12381Fr> {
    static constexpr u32 generator = 7, two_adicity = 32;
};

template <class F>
F small(u32 value) {
    F x = F::zero();
    x.word[0] = value;
    return x.to_montgomery();
}

/// generator^((p - 1) / 2^log_n)
template <class F>
F root_of_unity(u32 log_n) {
    F root = F::one();
    const F g = small<F>(Known<F>::generator);
    constexpr u32 shift = Known<F>::two_adicity;
    // The exponent is p >> shift, since p - 1 ends in `shift` zeros and p differs from it in bit 0 alone.
    for (int bit = 32 * F::limbs - 1; bit >= static_cast<int>(shift); bit--) {
        root = root * root;
        if ((F::Parameters::modulus(bit / 32) >> (bit % 32)) & 1) root = root * g;
    }
    for (u32 i = log_n; i < shift; i++) root = root * root;
    return root;
}

/// a^(p - 2)
template <class F>
F inverse(const F& a) {
    u32 exponent[F::limbs];
    u64 borrow = 2;
    for (int i = 0; i < F::limbs; i++) {
        const u64 word = u64{F::Parameters::modulus(i)} - borrow;
        exponent[i] = static_cast<u32>(word);
        borrow = word >> 63;
    }
    F r = F::one();
    for (int bit = 32 * F::limbs - 1; bit >= 0; bit--) {
        r = r * r;
        if ((exponent[bit / 32] >> (bit % 32)) & 1) r = r * a;
    }
    return r;
}

template <class F>
std::vector<F> random_elements(u64 count, u32 seed) {
    std::mt19937_64 random(seed);
    std::vector<F> v(count);
    for (F& x : v) {
        for (u32& w : x.word) w = static_cast<u32>(random());
        x.word[7] &= 0x0fffffff;
    }
    // Edges: 0, 1, p - 1 and R mod p - 1.
    if (count > 1) v[0] = F::zero();
    if (count > 2) v[1] = (F::zero() - F::one()).canonical();
    return v;
}

template <class F>
struct Transform {
    u32 log_n, log_direct;
    F root;
    std::vector<Quad> table;

    Transform(u32 log_n, const F& root, u32 log_direct)
        : log_n(log_n), log_direct(log_direct), root(root), table(table_quads(log_n, log_direct)) {
        for (u64 i = 0; i < table_entries(log_n, log_direct); i++) build_table_entry(table.data(), root, log_n, log_direct, i);
    }

    template <Flow flow>
    void run(std::vector<F>& data, Scaling<F> scaling = {nullptr, nullptr, 0}) const {
        for (const PlannedPass& p : plan(log_n, flow)) {
            const Pass<F> pass{data.data(), table.data(), log_n, p.log_block, p.log_radix, log_direct, scaling};
            if (log_n <= max_log_short) {
                std::vector<F> outputs;
                for (u32 place = 0; place < data.size(); place++) outputs.push_back(short_output<F, flow>(pass, place));
                data = outputs;
                return;
            }
            for (u64 tile = 0; tile < tiles(log_n); tile++) HostBlock<flow>(pass, tile).run();
        }
    }

   private:
    template <Flow flow>
    struct HostBlock {
        std::vector<PassThread<F, flow>> threads;
        std::vector<Quad> memory;
        u32 log_radix;

        HostBlock(const Pass<F>& pass, u64 tile) : memory(padded_tile), log_radix(pass.log_radix) {
            for (u32 t = 0; t < threads_per_block; t++) threads.emplace_back(pass, tile, t);
        }
        template <class Action>
        void each(Action action) {
            for (auto& t : threads) action(t);
        }
        void wait() {}
        Quad* shared() { return memory.data(); }
        void run() { PassProgram<F, flow, HostBlock>(*this, log_radix).run(); }
    };
};

template <class F>
std::vector<F> by_definition(const std::vector<F>& v, const F& root) {
    std::vector<F> out;
    F step = F::one();
    for (u64 k = 0; k < v.size(); k++) {
        F sum = F::zero(), w = F::one();
        for (const F& x : v) {
            sum = sum + x * w;
            w = w * step;
        }
        out.push_back(sum);
        step = step * root;
    }
    return out;
}

template <class F>
std::vector<F> reversed(const std::vector<F>& v, u32 log_n) {
    std::vector<F> out(v.size());
    for (u64 i = 0; i < v.size(); i++) out[i] = v[reverse_bits(static_cast<u32>(i), log_n)];
    return out;
}

template <class F>
void check_same(const std::vector<F>& actual, const std::vector<F>& expected, const char* what) {
    u64 wrong = 0;
    for (u64 i = 0; i < actual.size(); i++) {
        for (int w = 0; w < F::limbs; w++) {
            if (actual[i].word[w] != expected[i].canonical().word[w]) {
                wrong++;
                break;
            }
        }
    }
    if (wrong != 0) {
        testing::fail(__FILE__, __LINE__,
                      std::string(what) + ", size " + std::to_string(actual.size()) + ": " + std::to_string(wrong) + " values are wrong");
    }
}

template <class F>
void transforms_match_the_definition(u32 from, u32 to) {
    for (u32 log_n = from; log_n <= to; log_n++) {
        const F root = root_of_unity<F>(log_n);
        const auto input = random_elements<F>(u64{1} << log_n, log_n);
        const auto expected = by_definition(input, root);
        // A small direct table makes the joining twiddles products of two.
        for (u32 log_direct : {log_n, log_n <= max_log_short ? log_n : log_n / 2}) {
            const Transform<F> transform(log_n, root, log_direct);
            auto v = input;
            transform.template run<Flow::dif>(v);
            check_same(v, reversed(expected, log_n), "DIF");
            v = reversed(input, log_n);
            transform.template run<Flow::dit>(v);
            check_same(v, expected, "DIT");
        }
    }
}

template <class F>
void coset_round_trip(u32 log_n) {
    const u64 n = u64{1} << log_n;
    const F root = root_of_unity<F>(log_n), g = small<F>(Known<F>::generator), scale = small<F>(3);
    const auto input = random_elements<F>(n, 100 + log_n);
    const u32 log_low = log_n / 2;
    std::vector<F> low, high;
    for (u64 i = 0; i < u64{1} << log_low; i++) low.push_back((scale * power(g, i)).canonical());
    for (u64 i = 0; i < u64{1} << (log_n - log_low); i++) high.push_back(power(g, i << log_low).canonical());
    const Transform<F> transform(log_n, root, log_n);
    std::vector<F> scaled(n);
    for (u64 i = 0; i < n; i++) scaled[i] = (input[i] * scale * power(g, i)).canonical();

    auto expected = reversed(scaled, log_n), v = reversed(input, log_n);
    transform.template run<Flow::dit>(expected);
    transform.template run<Flow::dit>(v, {low.data(), high.data(), log_low});
    check_same(v, expected, "DIT scaled");

    const Transform<F> back(log_n, inverse(root), log_n);
    const F per_n = (scale * inverse(small<F>(static_cast<u32>(n)))).canonical();
    v = reversed(input, log_n);
    back.template run<Flow::dit>(v, {&per_n, nullptr, 0});
    transform.template run<Flow::dif>(v);
    for (u64 i = 0; i < n; i++) expected[i] = (input[reverse_bits(static_cast<u32>(i), log_n)] * scale).canonical();
    check_same(v, expected, "back and forth with a constant");

    v = input;
    transform.template run<Flow::dif>(v, {low.data(), high.data(), log_low});
    expected = input;
    transform.template run<Flow::dif>(expected);
    for (u64 i = 0; i < n; i++) expected[i] = expected[i] * scale * power(g, reverse_bits(static_cast<u32>(i), log_n));
    check_same(v, expected, "DIF scaled");
}

}  // namespace

TEST(ntt, "a factor's product equals the Montgomery product, also for values up to 2^256") {
    const auto check = [](auto field) {
        using F = decltype(field);
        auto w = random_elements<F>(200, 1), x = random_elements<F>(200, 2);
        for (u64 i = 0; i < w.size(); i++) {
            CHECK(Factor<F>::of(w[i]).times(x[i]) == x[i] * w[i]);
            F all_ones;
            for (u32& word : all_ones.word) word = 0xffffffffu;
            F reduced = all_ones;
            for (int k = 0; k < 6; k++) reduced = reduced.canonical();
            CHECK(Factor<F>::of(w[i]).times(all_ones) == reduced * w[i]);
        }
    };
    check(Bn254Fr{});
    check(Bls12381Fr{});
}

TEST(ntt, "transforms of 2 to 2^9 BN254 scalars match the definition in both flows") { transforms_match_the_definition<Bn254Fr>(1, 9); }

TEST(ntt, "transforms of 2 to 2^9 BLS12-381 scalars match the definition in both flows") {
    transforms_match_the_definition<Bls12381Fr>(1, 9);
}

TEST(ntt, "transforms of several passes match the definition") {
    transforms_match_the_definition<Bn254Fr>(10, 12);
    transforms_match_the_definition<Bls12381Fr>(11, 11);
}

TEST(ntt, "scalings by powers of a coset generator apply on the bit-reversed side of both flows") {
    for (u32 log_n : {2u, 5u, 9u, 11u}) {
        coset_round_trip<Bn254Fr>(log_n);
        coset_round_trip<Bls12381Fr>(log_n);
    }
}

}  // namespace proofmill::ntt
