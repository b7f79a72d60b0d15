#pragma once

/// The thin layer between the headers and the two compilers that read them: nvcc (device code) and g++ (unit tests on the host).

#include <cstddef>
#include <cstdint>

#ifdef __CUDACC__
#define PM_INLINE __host__ __device__ __forceinline__
#define PM_CONSTEXPR __host__ __device__ constexpr
/// A function that stays a call on the device: its registers are passed by value and the caller's loop stays small.
#define PM_CALL __host__ __device__ __noinline__
#else
#define PM_INLINE inline
#define PM_CONSTEXPR constexpr
#define PM_CALL inline
#endif

#ifdef __CUDA_ARCH__
#define PM_UNROLL _Pragma("unroll")
#define PM_ROLLED _Pragma("unroll 1")
#else
#define PM_UNROLL
#define PM_ROLLED
#endif

namespace proofmill {

using u32 = std::uint32_t;
using u64 = std::uint64_t;

}  // namespace proofmill
