// Compares the device's field arithmetic with the same headers run on the host: products, sums, differences, factors, on random values
// over the whole range that each operation takes, and on edges.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "proofmill/ntt/factor.hpp"
#include "proofmill/ntt/lazy.hpp"

using namespace proofmill;
using namespace proofmill::ntt;

namespace {

constexpr int operations = 8;
constexpr u32 cases = 4096;

template <class F>
PM_INLINE void compute(const F& canonical_a, const F& canonical_b, const F& double_a, const F& double_b, const F& any, F* out) {
    out[0] = F::product_without_subtraction(canonical_a, double_b);
    out[1] = canonical_a * canonical_b;
    out[2] = Lazy<F>::sum(double_a, double_b);
    out[3] = Lazy<F>::difference(double_a, double_b);
    out[4] = Lazy<F>::reduced(Lazy<F>::loose_sum(double_a, double_b));
    out[5] = Lazy<F>::reduced(Lazy<F>::loose_difference(double_a, double_b));
    out[6] = Factor<F>::of(canonical_b).times(any);
    out[7] = canonical_a + canonical_b;
}

template <class F>
__global__ void compute_all(const F* in, F* out) {
    const u32 i = blockIdx.x * 128 + threadIdx.x;
    compute(in[5 * i], in[5 * i + 1], in[5 * i + 2], in[5 * i + 3], in[5 * i + 4], out + operations * i);
}

/// A random value in [0, multiple p); multiple 0 means any words.
template <class F>
F random_below(std::mt19937_64& random, u32 multiple) {
    for (;;) {
        F x;
        for (u32& w : x.word) w = static_cast<u32>(random());
        if (random() % 64 == 0) {
            for (u32& w : x.word) w = 0xffffffffu;
        }
        if (random() % 64 == 0) x = F::zero();
        if (multiple == 0) return x;
        u64 borrow = 0, carry = 0;
        for (int i = 0; i < F::limbs; i++) {
            const u64 bound = u64{F::Parameters::modulus(i)} * multiple + carry;
            carry = bound >> 32;
            borrow = (u64{x.word[i]} - static_cast<u32>(bound) - borrow) >> 63;
        }
        if (borrow) return x;
    }
}

template <class F>
bool check(const char* name) {
    std::mt19937_64 random(7);
    std::vector<F> in(5 * cases), out(operations * cases);
    for (u32 i = 0; i < cases; i++) {
        const u32 multiples[] = {1, 1, 2, 2, 0};
        for (u32 k = 0; k < 5; k++) in[5 * i + k] = random_below<F>(random, multiples[k]);
    }
    F *device_in = nullptr, *device_out = nullptr;
    cudaMalloc(&device_in, in.size() * sizeof(F));
    cudaMalloc(&device_out, out.size() * sizeof(F));
    cudaMemcpy(device_in, in.data(), in.size() * sizeof(F), cudaMemcpyHostToDevice);
    compute_all<<<cases / 128, 128>>>(device_in, device_out);
    const cudaError_t status = cudaMemcpy(out.data(), device_out, out.size() * sizeof(F), cudaMemcpyDeviceToHost);
    u32 wrong[operations] = {}, all = status != cudaSuccess;
    for (u32 i = 0; i < cases; i++) {
        F expected[operations];
        compute(in[5 * i], in[5 * i + 1], in[5 * i + 2], in[5 * i + 3], in[5 * i + 4], expected);
        for (int k = 0; k < operations; k++) {
            bool same = true;
            for (int w = 0; w < F::limbs; w++) same &= expected[k].word[w] == out[operations * i + k].word[w];
            wrong[k] += !same;
            all += !same;
        }
    }
    std::printf("%s field: %s;", name, cudaGetErrorString(status));
    for (int k = 0; k < operations; k++) std::printf(" %u", wrong[k]);
    std::printf(" wrong of %u\n", cases);
    return all == 0;
}

}  // namespace

int main() {
    const bool bn = check<Bn254Fr>("BN254"), bls = check<Bls12381Fr>("BLS12-381");
    std::printf("%s\n", bn && bls ? "ALL CHECKS OK" : "SOME CHECKS FAIL");
    return bn && bls ? 0 : 1;
}
