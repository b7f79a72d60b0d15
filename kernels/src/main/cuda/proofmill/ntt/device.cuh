#pragma once

#include "pass.hpp"
#include "short.hpp"
#include "table.hpp"

/// The bodies of the transforms' kernels. Grid x: tiles; grid y: vectors, `stride` elements apart.
namespace proofmill::ntt {

template <class F, Flow flow>
struct DeviceBlock {
    PassThread<F, flow>& thread;
    Quad* memory;

    template <class Action>
    __device__ __forceinline__ void each(Action action) {
        action(thread);
    }
    __device__ __forceinline__ void wait() { __syncthreads(); }
    __device__ __forceinline__ Quad* shared() { return memory; }
};

template <class F, Flow flow>
__device__ __forceinline__ void run_short(const Pass<F>& pass) {
    const u32 place = threadIdx.x & ((1u << pass.log_n) - 1);
    const F output = short_output<F, flow>(pass, place);
    __syncthreads();
    if (threadIdx.x == place) pass.data[place] = output;
}

template <class F, Flow flow>
__device__ __forceinline__ void run_pass(F* data, u64 stride, const Quad* table, u32 log_n, u32 log_block, u32 log_radix, u32 log_direct,
                                         const Scaling<F>& scaling) {
    __shared__ Quad memory[exchange_quads];
    const Pass<F> pass{data + blockIdx.y * stride, table, log_n, log_block, log_radix, log_direct, scaling};
    if (log_n <= max_log_short) {
        run_short<F, flow>(pass);
        return;
    }
    PassThread<F, flow> thread(pass, blockIdx.x, threadIdx.x);
    DeviceBlock<F, flow> block{thread, memory};
    PassProgram<F, flow, DeviceBlock<F, flow>>(block, log_radix).run();
}

/// Swaps elements so that index i holds what stood at reversed(i), in place. A block takes a square of 16 x 16 elements (four high bits by
/// four low bits of the index) and the square that it changes places with; short vectors go element by element.
template <class F>
__device__ __forceinline__ void reverse_order(F* data, u64 stride, u32 log_n) {
    constexpr u32 side = 16, log_side = 4;
    __shared__ Quad squares[2][2][side * (side + 1)];
    F* vector = data + blockIdx.y * stride;
    const u32 thread = threadIdx.x;
    if (log_n < 2 * log_side) {
        const u32 other = log_n == 0 ? 0 : reverse_bits(thread, log_n);
        if (thread < (1u << log_n) && thread < other) {
            const F a = load_element(vector + thread), b = load_element(vector + other);
            store_element(vector + thread, b);
            store_element(vector + other, a);
        }
        return;
    }
    const u32 middle_bits = log_n - 2 * log_side;
    const u32 middle = blockIdx.x, partner = middle_bits == 0 ? 0 : reverse_bits(middle, middle_bits);
    if (middle > partner) return;
    const u32 high = thread >> log_side, low = thread & (side - 1);
    const u64 here = (u64{high} << (log_n - log_side)) + low;
    // Element (high, middle, low) goes to (reversed low, partner, reversed high).
    const u32 from = reverse_bits(low, log_side) * (side + 1) + reverse_bits(high, log_side);
    PM_UNROLL for (int k = 0; k < 2; k++) {
        const F x = load_element(vector + here + (u64{k == 0 ? middle : partner} << log_side));
        squares[k][0][high * (side + 1) + low] = half_of(x, 0);
        squares[k][1][high * (side + 1) + low] = half_of(x, 1);
    }
    __syncthreads();
    PM_UNROLL for (int k = 0; k < 2; k++) {
        F x;
        set_half(x, 0, squares[k][0][from]);
        set_half(x, 1, squares[k][1][from]);
        store_element(vector + here + (u64{k == 0 ? partner : middle} << log_side), x);
    }
}

}  // namespace proofmill::ntt
