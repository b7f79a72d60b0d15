#pragma once

#include "../platform.hpp"

/// Where things lie in a transform's table, and how a pass walks the vector. Plain arithmetic: the host plans with it, kernels index
/// with it, and kernels/README.md states it for other programs.
namespace proofmill::ntt {

constexpr u32 max_log_size = 28;
constexpr u32 max_log_radix = 10;
constexpr u32 threads_per_block = 128;
constexpr u32 elements_per_thread = 8;
/// 128 registers a thread: fewer would spill, more would leave the multipliers idle.
constexpr u32 blocks_per_multiprocessor = 512 / threads_per_block;
constexpr u32 log_tile = 10;
constexpr u32 tile_size = 1u << log_tile;
static_assert(tile_size == threads_per_block * elements_per_thread, "a block holds one tile in registers");

/// A block exchanges elements in halves, one after the other, so that a tile takes 18 KiB of shared memory.
constexpr int halves_at_once = 1;

/// A tile of halves, with one pad a group of eight so that strides of 8, 16 and 32 spread over the banks.
constexpr u32 padded_tile = tile_size + tile_size / 8;
constexpr u32 exchange_quads = halves_at_once * padded_tile;
PM_INLINE u32 padded(u32 position) { return position + (position >> 3); }

/// Bits that the step takes which turns sub-transforms of 2^m rows into smaller ones: three, but the step over all rows takes log_radix mod 3 where that is not 0.
PM_INLINE constexpr u32 step_bits(u32 m) { return m % 3 == 0 ? 3 : m % 3; }

/// The table's factors, by number: 2^m + digit 2^(m - b) + row is the factor of row `row` and output `digit` in the step of b bits at m,
/// the root of order 2^m to the power reversed(digit) row. At m = 3 those would all be one; there 8 + power is w8^power instead.
PM_INLINE constexpr u32 factor_number(u32 m, u32 digit, u32 row) { return (1u << m) + (digit << (m - step_bits(m))) + row; }
PM_INLINE constexpr u32 eighth_root_number(u32 power) { return 8 + power; }
constexpr u32 factors = 2u << max_log_radix;

/// A factor is four quads (value low and high, quotient low and high). The rows of one output lie together, so that neighbouring threads
/// read neighbouring quads: first all values' low halves, then the high ones, then the quotients'.
constexpr u32 quads_per_factor = 4;
constexpr u32 factor_quads = factors * quads_per_factor;

/// After the factors: 2^log_direct powers of the root's power 2^(log_n - log_direct), then 2^(log_n - log_direct) powers of the root,
/// as elements of two quads. A power is the product of one of each, or one of the first alone.
PM_INLINE constexpr u64 direct_offset() { return factor_quads; }
PM_INLINE constexpr u64 fine_offset(u32 log_direct) { return direct_offset() + (u64{2} << log_direct); }
PM_INLINE constexpr u64 table_quads(u32 log_n, u32 log_direct) { return fine_offset(log_direct) + (u64{2} << (log_n - log_direct)); }

/// The part of the vector that a thread block holds. A pass transforms the rows of sub-transforms: index = sub-transform 2^log_block + row
/// 2^(log_block - log_radix) + column. A tile holds all rows of neighbouring columns; where a sub-transform has too few columns, of
/// neighbouring sub-transforms. A position in the tile has the bits, high to low: sub-transform, row, column.
///
/// index(), row() and padded() only move bits, so each of them is the sum of its values for parts of a position with no bit in common:
/// a thread computes them once for its own part and adds what is the same for all threads.
struct Tile {
    u32 log_block, log_radix, log_columns;
    u64 first_index, first_column;

    PM_INLINE static Tile at(u64 number, u32 log_block, u32 log_radix) {
        Tile t;
        t.log_block = log_block;
        t.log_radix = log_radix;
        const u32 log_stride = log_block - log_radix, room = log_tile - log_radix;
        t.log_columns = log_stride < room ? log_stride : room;
        const u32 log_groups = log_stride - t.log_columns;
        t.first_column = (number & ((u64{1} << log_groups) - 1)) << t.log_columns;
        t.first_index = ((number >> log_groups) << (room - t.log_columns) << log_block) + t.first_column;
        return t;
    }

    PM_INLINE u32 row(u32 position) const { return (position >> log_columns) & ((1u << log_radix) - 1); }

    PM_INLINE u32 column(u32 position) const { return static_cast<u32>(first_column) + (position & ((1u << log_columns) - 1)); }

    /// The index relative to first_index.
    PM_INLINE u64 index(u32 position) const {
        return (u64{position >> (log_columns + log_radix)} << log_block) + (u64{row(position)} << (log_block - log_radix)) +
               (position & ((1u << log_columns) - 1));
    }
};

/// One step of a pass: the rows' bits m - bits to m - 1 are transformed in registers. Register `slot` of a thread holds digit slot mod 2^bits
/// of the thread's group slot / 2^bits.
struct Step {
    u32 m, bits, shift, log_columns;

    PM_INLINE static Step at(const Tile& tile, u32 m, u32 bits) { return {m, bits, m - bits + tile.log_columns, tile.log_columns}; }

    /// The thread's part of its elements' positions.
    PM_INLINE u32 base(u32 thread) const { return position_of_group(thread); }

    /// The slot's part, the same for all threads.
    PM_INLINE u32 offset(u32 slot) const { return position_of_group(first_group(slot)) + (digit(slot) << shift); }

    PM_INLINE u32 digit(u32 slot) const { return slot & ((1u << bits) - 1); }

    /// The row within the smaller sub-transforms, which picks the factor; a sum of two parts likewise.
    PM_INLINE u32 rest_of_thread(u32 thread) const { return rest_of_group(thread); }
    PM_INLINE u32 rest_of_slot(u32 slot) const { return rest_of_group(first_group(slot)); }

   private:
    PM_INLINE u32 first_group(u32 slot) const { return (slot >> bits) * threads_per_block; }
    PM_INLINE u32 position_of_group(u32 group) const { return ((group >> shift) << (shift + bits)) + (group & ((1u << shift) - 1)); }
    PM_INLINE u32 rest_of_group(u32 group) const { return (group >> log_columns) & ((1u << (m - bits)) - 1); }
};

}  // namespace proofmill::ntt
