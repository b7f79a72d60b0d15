#pragma once

#include "batch_addition.hpp"
#include "fixed_base.hpp"
#include "pairing.hpp"
#include "reduction.hpp"
#include "scalars.hpp"
#include "sort.hpp"

/// Entry points by name. Every kernel but those of fixed_base.hpp takes (Frame, u32): the u32 is the round, the level or the number of either.

/// Kernels that know no curve.
#define PROOFMILL_MSM_COMMON_KERNELS                                                                                                     \
    PROOFMILL_MSM_KERNEL(msm_begin_group, 256, 1, begin_group(frame))                                                                    \
    PROOFMILL_MSM_KERNEL(msm_scan_coarse, 1024, 1, scan_coarse(frame))                                                                   \
    PROOFMILL_MSM_KERNEL(msm_partition, 512, 2, partition(frame))                                                                        \
    PROOFMILL_MSM_KERNEL(msm_sort_bins, 1024, 1, sort_bins(frame))                                                                       \
    PROOFMILL_MSM_KERNEL(msm_append_units, 256, 1, append_units(frame))                                                                  \
    PROOFMILL_MSM_KERNEL(msm_sum_tiles, 256, 1, sum_tiles(frame, step))                                                                  \
    PROOFMILL_MSM_KERNEL(msm_scan_tiles, 1024, 1, scan_tiles(frame, step))                                                               \
    PROOFMILL_MSM_KERNEL(msm_number_pairs, 256, 1, number_pairs(frame, step))                                                            \
    PROOFMILL_MSM_KERNEL(msm_pair_entries, 256, 1, pair_entries(frame, step))

/// Kernels that know the scalar field.
#define PROOFMILL_MSM_SCALAR_KERNELS(Field, suffix) \
    PROOFMILL_MSM_KERNEL(msm_digits_##suffix, 256, 1, digits<proofmill::Field::Parameters>(frame))

/// Kernels of one group of points.
#define PROOFMILL_MSM_GROUP_KERNELS(Group, suffix)                                                                                        \
    PROOFMILL_MSM_KERNEL(msm_classify_##suffix, 256, 1, classify<proofmill::Group>(frame))                                               \
    PROOFMILL_MSM_KERNEL(msm_forward_##suffix, 128, proofmill::Group::batch_blocks, forward<proofmill::Group>(frame, step))              \
    PROOFMILL_MSM_KERNEL(msm_invert_##suffix, 128, 1, invert<proofmill::Group>(frame, step))                                             \
    PROOFMILL_MSM_KERNEL(msm_backward_##suffix, 128, proofmill::Group::batch_blocks, backward<proofmill::Group>(frame, step))            \
    PROOFMILL_MSM_KERNEL(msm_reduce_buckets_##suffix, 128, proofmill::Group::xyzz_blocks, reduce_buckets<proofmill::Group>(frame, step))  \
    PROOFMILL_MSM_KERNEL(msm_reduce_partials_##suffix, 128, proofmill::Group::xyzz_blocks, reduce_partials<proofmill::Group>(frame, step)) \
    PROOFMILL_MSM_KERNEL(msm_finish_##suffix, 128, 1, finish<proofmill::Group>(frame, step))                                             \
    extern "C" __global__ void __launch_bounds__(128) fixed_base_table_##suffix(proofmill::u64 base, proofmill::u64 table) {             \
        using Point = proofmill::Affine<proofmill::Group::Coordinate>;                                                                   \
        proofmill::msm::fill_fixed_base_table<proofmill::Group>(proofmill::msm::at<const Point>(base), proofmill::msm::at<Point>(table)); \
    }                                                                                                                                    \
    extern "C" __global__ void __launch_bounds__(128, proofmill::Group::xyzz_blocks)                                                     \
        fixed_base_multiply_##suffix(proofmill::u64 table, proofmill::u64 scalars, proofmill::u64 count, proofmill::u64 out) {           \
        using Point = proofmill::Affine<proofmill::Group::Coordinate>;                                                                   \
        proofmill::msm::multiply_fixed_base<proofmill::Group>(proofmill::msm::at<const Point>(table), scalars, count,                    \
                                                              proofmill::msm::at<Point>(out));                                           \
    }                                                                                                                                    \
    extern "C" __global__ void __launch_bounds__(128, proofmill::Group::xyzz_blocks)                                                     \
        double_bases_##suffix(proofmill::u64 bases, proofmill::u64 count, proofmill::u32 doublings, proofmill::u64 out) {                \
        using Point = proofmill::Affine<proofmill::Group::Coordinate>;                                                                   \
        proofmill::msm::double_bases<proofmill::Group>(proofmill::msm::at<const Point>(bases), count, doublings,                         \
                                                       proofmill::msm::at<Point>(out));                                                  \
    }

#define PROOFMILL_MSM_KERNEL(name, threads, blocks, body)                                                                                \
    extern "C" __global__ void __launch_bounds__(threads, blocks) name(const __grid_constant__ proofmill::msm::Frame frame,              \
                                                                       proofmill::u32 step) {                                            \
        (void)step;                                                                                                                      \
        proofmill::msm::body;                                                                                                            \
    }
