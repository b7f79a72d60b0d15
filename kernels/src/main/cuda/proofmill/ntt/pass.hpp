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

    PM_INLINE void load(u32 m, u32 bits) {
        const Step step = Step::at(tile_, m, bits);
        const u64 base = tile_.first_index + tile_.index(step.base(thread_));
        PM_UNROLL for (u32 slot = 0; slot < 8; slot++) {
            const u64 index = base + tile_.index(step.offset(slot));
            x_[slot] = holds(index) ? load_element(pass_.data + index) : F::zero();
        }
    }

    PM_INLINE void store(u32 m, u32 bits) {
        const Step step = Step::at(tile_, m, bits);
        const u64 base = tile_.first_index + tile_.index(step.base(thread_));
        const bool last = flow == Flow::dif ? pass_.log_block == pass_.log_radix : pass_.log_block == pass_.log_n;
        PM_UNROLL for (u32 slot = 0; slot < 8; slot++) {
            const u64 index = base + tile_.index(step.offset(slot));
            if (holds(index)) store_element(pass_.data + index, last ? x_[slot].canonical() : x_[slot]);
        }
    }

    PM_INLINE void transform(u32 bits) {
        if constexpr (flow == Flow::dif) {
            transform_dif(x_, bits, pass_.table);
        } else {
            transform_dit(x_, bits, pass_.table);
        }
    }

    /// The factors between a step and the smaller sub-transforms.
    PM_INLINE void multiply_by_factors(u32 m, u32 bits) {
        const Step step = Step::at(tile_, m, bits);
        const u32 rows = 1u << (m - bits);
        const Quad* own = pass_.table + step.rest_of_thread(thread_);
        PM_UNROLL for (u32 slot = 0; slot < 8; slot++) {
            const u32 digit = step.digit(slot);
            if (slot > 0 && digit > 0) {
                const Quad* first = own + factor_number(m, digit, 0) * quads_per_factor + step.rest_of_slot(slot);
                x_[slot] = load_factor<F>(first, rows).times(x_[slot]);
            } else if (flow == Flow::dif) {
                x_[slot] = Lazy<F>::reduced(x_[slot]);
            }
        }
    }

    /// Multiplies by what joins this pass to the one over smaller sub-transforms, root^(frequency column), or by the scaling.
    /// The elements are those of the step at m = 3: slot s has frequency f + reversed(s) 2^(log_radix - 3), and likewise its place in
    /// natural order, so the exponents are e + reversed(s) d.
    PM_INLINE void multiply_by_powers() {
        const bool joins = pass_.log_block > pass_.log_radix;
        const Scaling<F>& s = pass_.scaling;
        if (!joins && s.low == nullptr) {
            if constexpr (flow == Flow::dif) {
                PM_UNROLL for (int slot = 0; slot < 8; slot++) x_[slot] = Lazy<F>::reduced(x_[slot]);
            }
            return;
        }
        const u32 up = pass_.log_n - pass_.log_block;
        const bool constant = !joins && s.high == nullptr;
        Powers powers;
        powers.coarse = joins ? reinterpret_cast<const F*>(pass_.table + direct_offset()) : constant ? s.low : s.high;
        powers.fine = joins ? reinterpret_cast<const F*>(pass_.table + fine_offset(pass_.log_direct)) : s.low;
        powers.log_fine = joins ? pass_.log_n - pass_.log_direct : s.log_low;
        powers.product = joins ? up < powers.log_fine : !constant;
        const u32 base = Step::at(tile_, 3, 3).base(thread_);
        const u32 first = constant ? 0 : joins ? (frequency(base) * tile_.column(base)) << up : natural_place(base);
        const u32 step = constant ? 0 : joins ? tile_.column(base) << (pass_.log_radix - 3 + up) : 1u << (pass_.log_n - 3);
        multiply_by_powers(powers, first, step);
    }

    PM_INLINE void put(Quad* shared, u32 m, u32 bits, int half) const {
        const Step step = Step::at(tile_, m, bits);
        Quad* own = shared + padded(step.base(thread_));
        PM_UNROLL for (u32 slot = 0; slot < 8; slot++) store_quad(own + padded(step.offset(slot)), half_of(x_[slot], half));
    }

    PM_INLINE void take(const Quad* shared, u32 m, u32 bits, int half) {
        const Step step = Step::at(tile_, m, bits);
        const Quad* own = shared + padded(step.base(thread_));
        PM_UNROLL for (u32 slot = 0; slot < 8; slot++) set_half(x_[slot], half, load_quad(own + padded(step.offset(slot))));
    }

   private:
    /// Where the power for an exponent comes from: one table, or the product of entries of two.
    struct Powers {
        const F* coarse;
        const F* fine;
        u32 log_fine;
        bool product;
    };

    struct PowerParts {
        F coarse, fine;
    };

    PM_INLINE static PowerParts load_parts(const Powers& powers, u32 exponent) {
        PowerParts parts;
        parts.coarse = load_constant_element(powers.coarse + (exponent >> powers.log_fine));
        if (powers.product) parts.fine = load_constant_element(powers.fine + (exponent & ((1u << powers.log_fine) - 1)));
        return parts;
    }

    /// A loop over the registers, which move up by one each time round: its body is long, and unrolled it would not fit the instruction
    /// cache. The next parts are on their way while the current ones are used.
    PM_INLINE void multiply_by_powers(const Powers& powers, u32 first, u32 step) {
        PowerParts parts = load_parts(powers, first);
        PM_ROLLED for (u32 slot = 0; slot < 8; slot++) {
            const PowerParts next = load_parts(powers, first + (slot < 7 ? reverse_bits(slot + 1, 3) : 0) * step);
            if (powers.product) parts.coarse = parts.coarse * parts.fine;
            // The smaller operand comes first: the product's rows hold up to power + p, which must be below 2^256.
            const F product = F::product_without_subtraction(parts.coarse, x_[0]);
            PM_UNROLL for (int i = 0; i < 7; i++) x_[i] = x_[i + 1];
            x_[7] = product;
            parts = next;
        }
    }

    PM_INLINE bool holds(u64 index) const { return pass_.log_n >= log_tile || index < (u64{1} << pass_.log_n); }

    PM_INLINE u32 frequency(u32 position) const { return reverse_bits(tile_.row(position), pass_.log_radix); }

    /// In bit-reversed order an element's place in natural order is its index reversed. Tiles of short vectors have positions beyond the
    /// end; the mask keeps those in the tables.
    PM_INLINE u32 natural_place(u32 position) const {
        const u64 mask = (u64{1} << pass_.log_n) - 1;
        return reverse_bits(static_cast<u32>((tile_.first_index + tile_.index(position)) & mask), pass_.log_n);
    }

    const Pass<F>& pass_;
    Tile tile_;
    u32 thread_;
    F x_[elements_per_thread];
};

/// Runs a pass over one tile; log_radix is at least 3. Block gives `each(f)`, which calls f(thread) for the block's threads (on the device
/// a thread calls it for itself alone), `wait()`, the barrier, and `shared()`, exchange_quads quads.
///
/// The steps share one body in a loop, so that a pass of any radix runs from the instruction cache.
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
        u32 m = log_radix_, bits = step_bits(m);
        block_.each([=](Thread& t) { t.load(m, bits); });
        PM_ROLLED for (;;) {
            block_.each([=](Thread& t) { t.transform(bits); });
            if (m == 3) break;
            block_.each([=](Thread& t) { t.multiply_by_factors(m, bits); });
            exchange(m, bits, m - bits, 3);
            m -= bits;
            bits = 3;
        }
        block_.each([](Thread& t) {
            t.multiply_by_powers();
            t.store(3, 3);
        });
    }

    PM_INLINE void run_dit() {
        u32 m = 3, bits = 3;
        block_.each([](Thread& t) {
            t.load(3, 3);
            t.multiply_by_powers();
        });
        PM_ROLLED for (;;) {
            block_.each([=](Thread& t) { t.transform(bits); });
            if (m == log_radix_) break;
            const u32 next_bits = log_radix_ - m < 3 ? log_radix_ - m : 3;
            exchange(m, bits, m + next_bits, next_bits);
            m += next_bits;
            bits = next_bits;
            block_.each([=](Thread& t) { t.multiply_by_factors(m, bits); });
        }
        block_.each([=](Thread& t) { t.store(m, bits); });
    }

    /// Hands the elements from the holders of one step to those of another.
    PM_INLINE void exchange(u32 from_m, u32 from_bits, u32 to_m, u32 to_bits) {
        Quad* shared = block_.shared();
        PM_UNROLL for (int first = 0; first < 2; first += halves_at_once) {
            block_.wait();
            block_.each([=](Thread& t) {
                PM_UNROLL for (int i = 0; i < halves_at_once; i++) t.put(shared + i * padded_tile, from_m, from_bits, first + i);
            });
            block_.wait();
            block_.each([=](Thread& t) {
                PM_UNROLL for (int i = 0; i < halves_at_once; i++) t.take(shared + i * padded_tile, to_m, to_bits, first + i);
            });
        }
    }

    Block& block_;
    u32 log_radix_;
};

}  // namespace proofmill::ntt
