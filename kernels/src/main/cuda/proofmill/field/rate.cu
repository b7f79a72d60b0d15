#include "field.hpp"

/// The device's ceilings for field arithmetic: every thread runs one dependent chain in registers, enough threads hide its latency. The result is
/// written so that nothing is left out.
#define PM_RATE_KERNELS(name, F)                                                                                   \
    extern "C" __global__ void __launch_bounds__(256) multiply_rate_##name(F* out, proofmill::u32 rounds) {        \
        const proofmill::u32 thread = blockIdx.x * blockDim.x + threadIdx.x;                                       \
        F x = F::one();                                                                                            \
        x.word[0] ^= thread;                                                                                       \
        const F y = x;                                                                                             \
        for (proofmill::u32 i = 0; i < rounds; i++) x = x * y;                                                     \
        out[thread] = x;                                                                                           \
    }                                                                                                              \
    extern "C" __global__ void __launch_bounds__(256) square_rate_##name(F* out, proofmill::u32 rounds) {          \
        const proofmill::u32 thread = blockIdx.x * blockDim.x + threadIdx.x;                                       \
        F x = F::one();                                                                                            \
        x.word[0] ^= thread;                                                                                       \
        for (proofmill::u32 i = 0; i < rounds; i++) x = x.square();                                                \
        out[thread] = x;                                                                                           \
    }

PM_RATE_KERNELS(bn254_fq, proofmill::Bn254Fp)
PM_RATE_KERNELS(bn254_fr, proofmill::Bn254Fr)
PM_RATE_KERNELS(bls12_381_fq, proofmill::Bls12381Fp)
PM_RATE_KERNELS(bls12_381_fr, proofmill::Bls12381Fr)
