#pragma once

#include "matrix.hpp"
#include "vector.hpp"

/// The bodies of the kernels for matrices and vectors: 256 threads a block, grids that may be smaller than the work.
namespace proofmill::spmv {

constexpr u32 threads = 256;

__device__ __forceinline__ u64 first_index() { return blockIdx.x * u64{threads} + threadIdx.x; }
__device__ __forceinline__ u64 index_step() { return gridDim.x * u64{threads}; }

/// One thread a row. Rows of more than `longest` entries are left to multiply_long_rows.
template <class F>
__device__ __forceinline__ void multiply_rows(F* out, const Matrix<F>& matrix, const F* vector, u64 rows, u64 length, u64 longest) {
    PM_ROLLED for (u64 row = first_index(); row < length; row += index_step()) {
        if (row < rows && row_length(matrix, row) > longest) continue;
        ntt::store_element(out + row, row_product(matrix, vector, row, rows));
    }
}

/// One block a row of the list. The sum does not depend on the order, so neither does the result.
template <class F>
__device__ __forceinline__ void multiply_long_rows(F* out, const Matrix<F>& matrix, const F* vector, const u64* list, u64 count) {
    __shared__ F partial[threads];
    PM_ROLLED for (u64 i = blockIdx.x; i < count; i += gridDim.x) {
        const u64 row = list[i];
        partial[threadIdx.x] = partial_row(matrix, vector, matrix.row_start[row] + threadIdx.x, matrix.row_start[row + 1], threads);
        __syncthreads();
        PM_ROLLED for (u32 half = threads / 2; half > 0; half /= 2) {
            if (threadIdx.x < half) partial[threadIdx.x] = partial[threadIdx.x] + partial[threadIdx.x + half];
            __syncthreads();
        }
        if (threadIdx.x == 0) ntt::store_element(out + row, partial[0].canonical());
        __syncthreads();
    }
}

/// Counts zeros, ones and the rest into counts[0..2], to which it adds.
template <class F>
__device__ __forceinline__ void count_classes(unsigned long long* counts, const F* scalars, u64 n) {
    u64 zeros = 0, ones = 0, rest = 0;
    PM_ROLLED for (u64 i = first_index(); i < n; i += index_step()) {
        const F x = ntt::load_element(scalars + i);
        u32 above = 0;
        PM_UNROLL for (int w = 1; w < F::limbs; w++) above |= x.word[w];
        if (above == 0 && x.word[0] <= 1) {
            (x.word[0] == 0 ? zeros : ones)++;
        } else {
            rest++;
        }
    }
    atomicAdd(counts, zeros);
    atomicAdd(counts + 1, ones);
    atomicAdd(counts + 2, rest);
}

template <class F, class Operation>
__device__ __forceinline__ void for_each_element(F* out, u64 n, Operation operation) {
    PM_ROLLED for (u64 i = first_index(); i < n; i += index_step()) ntt::store_element(out + i, operation(i));
}

}  // namespace proofmill::spmv
