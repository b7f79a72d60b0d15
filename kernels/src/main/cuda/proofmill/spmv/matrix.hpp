#pragma once

#include "../ntt/quad.hpp"

/// Products of a sparse matrix with the witness.
namespace proofmill::spmv {

/// A matrix by compressed rows. Entry k of row r, row_start[r] <= k < row_start[r + 1], stands in column columns[k] and has the value
/// values[coefficients[k]], or values[k] where there are no coefficients: circuits repeat a few hundred values millions of times.
///
/// The form of values and vector: their Montgomery product is the term. Values v R^2 (as in section 4 of a .zkey) with a canonical
/// witness, or v R with a witness in Montgomery form, both give sums in Montgomery form.
template <class F>
struct Matrix {
    const u64* row_start;
    const u32* columns;
    const u32* coefficients;
    const F* values;
};

/// The sum of entries first, first + step, ... below end.
template <class F>
PM_INLINE F partial_row(const Matrix<F>& matrix, const F* vector, u64 first, u64 end, u32 step) {
    F sum = F::zero();
    PM_ROLLED for (u64 k = first; k < end; k += step) {
        const F value = ntt::load_element(matrix.values + (matrix.coefficients == nullptr ? k : matrix.coefficients[k]));
        sum = sum + value * ntt::load_element(vector + matrix.columns[k]);
    }
    return sum;
}

/// Row `row` of matrix times vector; rows from `rows` on are zero.
template <class F>
PM_INLINE F row_product(const Matrix<F>& matrix, const F* vector, u64 row, u64 rows) {
    if (row >= rows) return F::zero();
    return partial_row(matrix, vector, matrix.row_start[row], matrix.row_start[row + 1], 1).canonical();
}

template <class F>
PM_INLINE u64 row_length(const Matrix<F>& matrix, u64 row) {
    return matrix.row_start[row + 1] - matrix.row_start[row];
}

}  // namespace proofmill::spmv
