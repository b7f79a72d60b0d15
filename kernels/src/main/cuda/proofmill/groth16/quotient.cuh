#pragma once

#include "../ntt/device.cuh"
#include "../spmv/device.cuh"

/// Entry points of the quotient's kernels over one scalar field; kernels/README.md describes their arguments.
#define PM_QUOTIENT_KERNELS(field, F) \
    PM_NTT_KERNELS(field, F)          \
    PM_MATRIX_KERNELS(field, F)       \
    PM_VECTOR_KERNELS(field, F)

#define PM_KERNEL extern "C" __global__ void __launch_bounds__(256)

#define PM_NTT_KERNELS(field, F)                                                                                          \
    PM_NTT_PASS(ntt_dif_##field, F, proofmill::ntt::Flow::dif)                                                            \
    PM_NTT_PASS(ntt_dit_##field, F, proofmill::ntt::Flow::dit)                                                            \
    PM_KERNEL ntt_table_##field(proofmill::ntt::Quad* table, F root, proofmill::u32 log_n, proofmill::u32 log_direct) {   \
        const proofmill::u64 number = proofmill::spmv::first_index();                                                     \
        if (number < proofmill::ntt::table_entries(log_n, log_direct))                                                    \
            proofmill::ntt::build_table_entry(table, root, log_n, log_direct, number);                                    \
    }                                                                                                                     \
    PM_KERNEL ntt_powers_##field(F* out, F base, F scale, proofmill::u64 count) {                                         \
        proofmill::spmv::for_each_element(                                                                                \
            out, count, [=](proofmill::u64 i) { return (scale * proofmill::ntt::power(base, i)).canonical(); });          \
    }                                                                                                                     \
    PM_KERNEL ntt_reverse_##field(F* data, proofmill::u64 stride, proofmill::u32 log_n) {                                 \
        proofmill::ntt::reverse_order(data, stride, log_n);                                                               \
    }

#define PM_NTT_PASS(name, F, flow)                                                                                          \
    extern "C" __global__ void __launch_bounds__(proofmill::ntt::threads_per_block, proofmill::ntt::blocks_per_multiprocessor)                                      \
        name(F* data, proofmill::u64 stride, const proofmill::ntt::Quad* table, proofmill::u32 log_n,                       \
             proofmill::u32 log_block, proofmill::u32 log_radix, proofmill::u32 log_direct, const F* scale_low,             \
             const F* scale_high, proofmill::u32 log_scale_low) {                                                           \
        proofmill::ntt::run_pass<F, flow>(data, stride, table, log_n, log_block, log_radix, log_direct,                     \
                                          {scale_low, scale_high, log_scale_low});                                          \
    }

#define PM_MATRIX_KERNELS(field, F)                                                                                         \
    PM_KERNEL spmv_##field(F* out, const proofmill::u64* row_start, const proofmill::u32* columns,                          \
                           const proofmill::u32* coefficients, const F* values, const F* vector, proofmill::u64 rows,       \
                           proofmill::u64 length, proofmill::u64 longest) {                                                 \
        proofmill::spmv::multiply_rows<F>(out, {row_start, columns, coefficients, values}, vector, rows, length, longest);  \
    }                                                                                                                       \
    PM_KERNEL spmv_long_##field(F* out, const proofmill::u64* row_start, const proofmill::u32* columns,                     \
                                const proofmill::u32* coefficients, const F* values, const F* vector,                       \
                                const proofmill::u64* list, proofmill::u64 count) {                                         \
        proofmill::spmv::multiply_long_rows<F>(out, {row_start, columns, coefficients, values}, vector, list, count);       \
    }

#define PM_VECTOR_KERNELS(field, F)                                                                                          \
    PM_KERNEL vector_product_##field(F* out, const F* a, const F* b, proofmill::u64 n) {                                     \
        proofmill::spmv::for_each_element(out, n, [=](proofmill::u64 i) { return proofmill::spmv::product(a[i], b[i]); });   \
    }                                                                                                                        \
    PM_KERNEL vector_product_minus_##field(F* out, const F* a, const F* b, const F* c, proofmill::u64 n,                     \
                                           proofmill::u32 form) {                                                            \
        proofmill::spmv::for_each_element(                                                                                   \
            out, n, [=](proofmill::u64 i) { return proofmill::spmv::product_minus(a[i], b[i], c[i], form); });               \
    }                                                                                                                        \
    PM_KERNEL vector_scaled_difference_##field(F* out, const F* a, const F* b, F scale, proofmill::u64 n,                    \
                                               proofmill::u32 form) {                                                        \
        proofmill::spmv::for_each_element(                                                                                   \
            out, n, [=](proofmill::u64 i) { return proofmill::spmv::scaled_difference(a[i], b[i], scale, form); });          \
    }                                                                                                                        \
    PM_KERNEL vector_to_montgomery_##field(F* out, const F* in, proofmill::u64 n) {                                          \
        proofmill::spmv::for_each_element(out, n, [=](proofmill::u64 i) { return in[i].to_montgomery().canonical(); });      \
    }                                                                                                                        \
    PM_KERNEL vector_from_montgomery_##field(F* out, const F* in, proofmill::u64 n) {                                        \
        proofmill::spmv::for_each_element(out, n, [=](proofmill::u64 i) { return in[i].from_montgomery(); });                \
    }                                                                                                                        \
    PM_KERNEL vector_classes_##field(unsigned long long* counts, const F* scalars, proofmill::u64 n) {                       \
        proofmill::spmv::count_classes(counts, scalars, n);                                                                  \
    }
