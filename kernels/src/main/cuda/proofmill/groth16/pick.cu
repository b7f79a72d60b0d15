#include "../platform.hpp"

/// out[i] = elements[indexes[i]] for elements of 32 bytes: the scalars that a key has points for. Any grid; two threads an element.
extern "C" __global__ void __launch_bounds__(256)
    pick_elements(uint4* out, const uint4* elements, const proofmill::u32* indexes, proofmill::u64 count) {
    const proofmill::u64 stride = static_cast<proofmill::u64>(gridDim.x) * blockDim.x;
    for (proofmill::u64 i = static_cast<proofmill::u64>(blockIdx.x) * blockDim.x + threadIdx.x; i < 2 * count; i += stride) {
        out[i] = elements[2 * static_cast<proofmill::u64>(indexes[i >> 1]) + (i & 1)];
    }
}
