#pragma once

#include "radix.hpp"

/// One pass of a transform: every tile goes once from memory through registers and back, in place.
///
/// A transform of 2^log_n is a list of passes over ever smaller sub-transforms of 2^log_block (DIF), or ever larger ones (DIT). In each,
/// 2^log_radix rows are transformed by steps of three bits in registers, with exchanges through shared memory between steps. After the
/// rows (DIF) or before them (DIT) every element is multiplied by the power of the root that joins the pass to the one over smaller
/// sub-transforms; in the pass over the smallest, where there is nothing to join, by the caller's scaling.
/// Deterministic; no storage but the table.
namespace proofmill::ntt {

/// Multiplies element i of the bit-reversed side by scale base^reversed(i): low[e mod 2^log_low] high[e / 2^log_low] for the exponent e;
/// low[0] throughout when there is no high; nothing when there is no low.
template <class F>
struct Scaling {
    const F* low;
    const F* high;
    u32 log_low;
};

template <class F>
struct Pass {
    F* data;
    const Quad* table;
    u32 log_n, log_block, log_radix, log_direct;
    Scaling<F> scaling;
};

/// The part of a pass that one thread does, in the order in which PassProgram calls it.
template <class F, Flow flow>
class PassThread {
   public:
    PM_INLINE PassThread(const Pass<F>& pass, u64 tile_number, u32 thread)
        : pass_(pass), tile_(Tile::at(tile_number, pass.log_block, pass.log_radix)), thread_(thread) {}

    template <int Bits>
    PM_INLINE void load(u32 m) {
        const u64 length = u64{1} << pass_.log_n;
        PM_UNROLL for (int slot = 0; slot < 8; slot++) {
            const u64 index = tile_.index(position<Bits>(m, slot));
            x_[slot] = index < length ? load_element(pass_.data + index) : F::zero();
        }
    }

    template <int Bits>
    PM_INLINE void store(u32 m) {
        const u64 length = u64{1} << pass_.log_n;
        const bool last = flow == Flow::dif ? pass_.log_block == pass_.log_radix : pass_.log_block == pass_.log_n;
        PM_UNROLL for (int slot = 0; slot < 8; slot++) {
            const u64 index = tile_.index(position<Bits>(m, slot));
            if (index < length) store_element(pass_.data + index, last ? x_[slot].canonical() : x_[slot]);
        }
    }

    /// The step of Bits bits at m: register transforms, and the factors between them and the smaller ones.
    template <int Bits, bool with_factors>
    PM_INLINE void step(u32 m) {
        if constexpr (flow == Flow::dit && with_factors) multiply_by_factors<Bits>(m);
        PM_UNROLL for (int first = 0; first < 8; first += 1 << Bits) {
            if constexpr (flow == Flow::dif) {
                transform_dif<F, Bits, with_factors ? Outputs::for_factors : Outputs::reduced>(x_ + first, pass_.table);
            } else {
                transform_dit<F, Bits>(x_ + first, pass_.table);
            }
        }
        if constexpr (flow == Flow::dif && with_factors) multiply_by_factors<Bits>(m);
    }

    /// Multiplies by what joins this pass to the one over smaller sub-transforms, root^(frequency column), or by the scaling.
    /// The elements are those of the step at m = 3, where a thread's eight lie in neighbouring rows.
    PM_INLINE void multiply_by_powers() {
        const bool joins = pass_.log_block > pass_.log_radix;
        const Scaling<F>& s = pass_.scaling;
        if (!joins && s.low == nullptr) return;
        const u32 up = pass_.log_n - pass_.log_block;
        const F* coarse = joins ? reinterpret_cast<const F*>(pass_.table + direct_offset()) : s.high;
        const F* fine = joins ? reinterpret_cast<const F*>(pass_.table + fine_offset(pass_.log_direct)) : s.low;
        const u32 log_fine = joins ? pass_.log_n - pass_.log_direct : s.log_low;
        const bool constant = !joins && s.high == nullptr;
        const bool two_level = joins ? up < log_fine : !constant;
        if (constant) coarse = s.low;
        PM_UNROLL for (int slot = 0; slot < 8; slot++) {
            const u32 at = position<3>(3, slot);
            const u32 exponent = constant ? 0 : joins ? joining_exponent(at) << up : scaling_exponent(at);
            F power = load_constant_element(coarse + (exponent >> log_fine));
            if (two_level) power = power * load_constant_element(fine + (exponent & ((1u << log_fine) - 1)));
            // The smaller operand comes first: the product's rows hold up to power + p, which must be below 2^256.
            x_[slot] = F::product_without_subtraction(power, x_[slot]);
        }
    }

    template <int Bits>
    PM_INLINE void put(Quad* shared, u32 m, int half) const {
        PM_UNROLL for (int slot = 0; slot < 8; slot++) shared[padded(position<Bits>(m, slot))] = half_of(x_[slot], half);
    }

    template <int Bits>
    PM_INLINE void take(const Quad* shared, u32 m, int half) {
        PM_UNROLL for (int slot = 0; slot < 8; slot++) set_half(x_[slot], half, shared[padded(position<Bits>(m, slot))]);
    }

   private:
    template <int Bits>
    PM_INLINE u32 group(int slot) const {
        return thread_ + (slot >> Bits) * threads_per_block;
    }

    template <int Bits>
    PM_INLINE u32 position(u32 m, int slot) const {
        return StepMap(tile_, m, Bits).position(group<Bits>(slot), slot & ((1 << Bits) - 1));
    }

    template <int Bits>
    PM_INLINE void multiply_by_factors(u32 m) {
        const u32 rows = 1u << (m - Bits);
        PM_UNROLL for (int slot = 0; slot < 8; slot++) {
            const int digit = slot % (1 << Bits);
            if (digit == 0) continue;
            const u32 row = (group<Bits>(slot) >> tile_.log_columns) & (rows - 1);
            const Quad* first = pass_.table + factor_number(m, digit, 0) * quads_per_factor + row;
            x_[slot] = load_factor<F>(first, rows).times(x_[slot]);
        }
    }

    PM_INLINE u32 joining_exponent(u32 at) const {
        return reverse_bits(tile_.row(at), pass_.log_radix) * static_cast<u32>(tile_.column(at));
    }

    /// Tiles of short vectors have positions beyond the end; the mask keeps those in the tables.
    PM_INLINE u32 scaling_exponent(u32 at) const {
        const u64 mask = (u64{1} << pass_.log_n) - 1;
        return reverse_bits(static_cast<u32>(tile_.index(at) & mask), pass_.log_n);
    }

    const Pass<F>& pass_;
    Tile tile_;
    u32 thread_;
    F x_[elements_per_thread];
};

/// Runs a pass over one tile; log_radix is at least 3. Block gives `each(f)`, which calls f(thread) for the block's threads (on the device
/// a thread calls it for itself alone), `wait()`, the barrier, and `shared()`, padded_tile quads.
template <class F, Flow flow, class Block>
class PassProgram {
   public:
    PM_INLINE PassProgram(Block& block, u32 log_radix) : block_(block), log_radix_(log_radix) {}

    PM_INLINE void run() {
        if constexpr (flow == Flow::dif) {
            run_dif();
        } else {
            run_dit();
        }
    }

   private:
    using Thread = PassThread<F, flow>;

    PM_INLINE void run_dif() {
        const u32 lead = log_radix_ % 3;
        u32 m = log_radix_ - lead;
        if (lead == 0) load<3>(m);
        if (lead == 1) lead_dif<1>(m);
        if (lead == 2) lead_dif<2>(m);
        PM_ROLLED for (; m > 3; m -= 3) {
            step<3, true>(m);
            exchange<3, 3>(m, m - 3);
        }
        step<3, false>(3);
        multiply_by_powers();
        store<3>(3);
    }

    template <int Bits>
    PM_INLINE void lead_dif(u32 rest) {
        load<Bits>(rest + Bits);
        step<Bits, true>(rest + Bits);
        exchange<Bits, 3>(rest + Bits, rest);
    }

    PM_INLINE void run_dit() {
        const u32 lead = log_radix_ % 3, last = log_radix_ - lead;
        load<3>(3);
        multiply_by_powers();
        step<3, false>(3);
        PM_ROLLED for (u32 m = 6; m <= last; m += 3) {
            exchange<3, 3>(m - 3, m);
            step<3, true>(m);
        }
        if (lead == 0) store<3>(last);
        if (lead == 1) lead_dit<1>(last);
        if (lead == 2) lead_dit<2>(last);
    }

    template <int Bits>
    PM_INLINE void lead_dit(u32 done) {
        exchange<3, Bits>(done, done + Bits);
        step<Bits, true>(done + Bits);
        store<Bits>(done + Bits);
    }

    template <int Bits>
    PM_INLINE void load(u32 m) {
        block_.each([=](Thread& t) { t.template load<Bits>(m); });
    }

    template <int Bits>
    PM_INLINE void store(u32 m) {
        block_.each([=](Thread& t) { t.template store<Bits>(m); });
    }

    template <int Bits, bool with_factors>
    PM_INLINE void step(u32 m) {
        block_.each([=](Thread& t) { t.template step<Bits, with_factors>(m); });
    }

    PM_INLINE void multiply_by_powers() {
        block_.each([](Thread& t) { t.multiply_by_powers(); });
    }

    /// Hands the elements from the holders of one step to those of another, half an element at a time so that a tile takes 36 KiB.
    template <int From, int To>
    PM_INLINE void exchange(u32 from, u32 to) {
        Quad* shared = block_.shared();
        PM_UNROLL for (int half = 0; half < 2; half++) {
            block_.wait();
            block_.each([=](Thread& t) { t.template put<From>(shared, from, half); });
            block_.wait();
            block_.each([=](Thread& t) { t.template take<To>(shared, to, half); });
        }
    }

    Block& block_;
    u32 log_radix_;
};

}  // namespace proofmill::ntt
