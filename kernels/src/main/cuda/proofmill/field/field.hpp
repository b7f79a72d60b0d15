#pragma once

#include "carry.hpp"
#include "limbs.hpp"
#include "parameters.hpp"

namespace proofmill {

#ifdef __CUDACC__
/// 2^32 - 1, unknown to the compiler: where it sees a negation, ptxas splits the wide products that follow (12 % slower, measured).
static __constant__ u32 minus_one = 0xffffffffu;
#endif

/// A prime field in Montgomery form, R = 2^(32 limbs): the words of .zkey files and of the Java side (64-bit little-endian words there).
///
/// Representation. Where 4p < R (all fields but BLS12-381's scalars) an element is any value in [0, 2p) and a product needs no final
/// subtraction; otherwise it is the canonical value in [0, p). Words from outside are canonical, and `canonical()` goes back.
///
/// The product works on two interleaved arrays of columns, one at even and one at odd word positions, so that every 32 x 32 product lands
/// on an aligned pair of words in one unbroken carry chain (Emmart, Luitjens, Weems, Woolley: Optimizing Modular Multiplication for
/// NVIDIA's Maxwell GPUs, ARITH 2016). 2 n^2 + n products of 32 bits. Constant temporary storage in registers; deterministic.
template <class P>
struct alignas(16) Field {
    using Parameters = P;
    static constexpr int limbs = P::limbs;
    /// Words of the element as stored, for code that moves elements of any field.
    static constexpr int words = limbs;
    static constexpr bool redundant = has_room_for<P>(4);
    static constexpr bool special_modulus = P::modulus(0) == 1 && P::modulus(1) == 0xffffffffu;

    u32 word[limbs];

    PM_INLINE static Field zero() {
        Field r;
        PM_UNROLL for (int i = 0; i < limbs; i++) r.word[i] = 0;
        return r;
    }

    PM_INLINE static Field one() { return two_to<32 * limbs>(); }

    /// The words of 2^Exponent mod p (not their Montgomery form).
    template <int Exponent>
    PM_INLINE static Field two_to() {
        constexpr Words<limbs> value = power_of_two<P>(Exponent);
        Field r;
        PM_UNROLL for (int i = 0; i < limbs; i++) r.word[i] = value.word[i];
        return r;
    }

    PM_INLINE friend Field operator+(const Field& a, const Field& b) { return reduced_once(sum_without_reduction(a, b)); }

    PM_INLINE friend Field operator-(const Field& a, const Field& b) {
        Field t;
        t.word[0] = carry::sub_cc(a.word[0], b.word[0]);
        PM_UNROLL for (int i = 1; i < limbs; i++) t.word[i] = carry::subc_cc(a.word[i], b.word[i]);
        const u32 mask = carry::subc(0, 0);
        t.word[0] = carry::add_cc(t.word[0], bound(0) & mask);
        PM_UNROLL for (int i = 1; i < limbs - 1; i++) t.word[i] = carry::addc_cc(t.word[i], bound(i) & mask);
        t.word[limbs - 1] = carry::addc(t.word[limbs - 1], bound(limbs - 1) & mask);
        return t;
    }

    PM_INLINE friend Field operator*(const Field& a, const Field& b) {
        const Field product = product_without_subtraction(a, b);
        if constexpr (redundant) return product;
        return product.canonical();
    }

    /// a b / R + (0 or p): below 2p whenever a b < R p. Not canonical, also where the field's elements are.
    PM_INLINE static Field product_without_subtraction(const Field& a, const Field& b) {
        u32 even[limbs], odd[limbs];
        PM_UNROLL for (int j = 0; j < limbs; j += 2) {
            split(u64{a.word[j]} * b.word[0], even[j], even[j + 1]);
            split(u64{a.word[j + 1]} * b.word[0], odd[j], odd[j + 1]);
        }
        reduce_row(even, odd);
        // A reduced row leaves a zero word at position 0; dropping it makes the odd columns even and the even ones odd.
        PM_UNROLL for (int i = 1; i < limbs; i++) {
            if (i & 1) {
                shift_and_add_row(odd, even, a.word, b.word[i]);
                reduce_row(odd, even);
            } else {
                shift_and_add_row(even, odd, a.word, b.word[i]);
                reduce_row(even, odd);
            }
        }
        return merged(odd, even);
    }

    PM_INLINE Field square() const {
        if constexpr (special_modulus) {
            return *this * *this;
        } else {
            u32 wide[2 * limbs];
            wide_square(wide, word);
            return wide_reduced(wide);
        }
    }

    /// The product as a call: for code whose many products would make a large loop, slow to compile and to fetch.
    static PM_CALL Field called_product(Field a, Field b) { return a * b; }
    static PM_CALL Field called_square(Field a) { return a.square(); }

    PM_INLINE Field doubled() const { return *this + *this; }

    PM_INLINE Field negated() const { return zero() - *this; }

    PM_INLINE Field negated_if(bool condition) const {
        const Field n = negated();
        Field r;
        PM_UNROLL for (int i = 0; i < limbs; i++) r.word[i] = condition ? n.word[i] : word[i];
        return r;
    }

    /// The same element in [0, p).
    PM_INLINE Field canonical() const {
        Field t;
        t.word[0] = carry::sub_cc(word[0], P::modulus(0));
        PM_UNROLL for (int i = 1; i < limbs; i++) t.word[i] = carry::subc_cc(word[i], P::modulus(i));
        const u32 borrow = carry::subc(0, 0);
        PM_UNROLL for (int i = 0; i < limbs; i++) t.word[i] = borrow ? word[i] : t.word[i];
        return t;
    }

    /// Montgomery form of a canonical integer.
    PM_INLINE Field to_montgomery() const { return *this * two_to<64 * limbs>(); }

    /// The canonical integer of an element.
    PM_INLINE Field from_montgomery() const {
        Field unit = zero();
        unit.word[0] = 1;
        return (*this * unit).canonical();
    }

    PM_INLINE bool is_zero() const {
        u32 from_zero = 0, from_modulus = 0;
        PM_UNROLL for (int i = 0; i < limbs; i++) {
            from_zero |= word[i];
            from_modulus |= word[i] ^ P::modulus(i);
        }
        return from_zero == 0 || from_modulus == 0;
    }

    /// A cheap test on one word that never misses a zero.
    PM_INLINE bool may_be_zero() const { return word[0] == 0 || word[0] == P::modulus(0); }

    /// All words zero: how points at infinity are stored. An element equal to p is zero but fails this test.
    PM_INLINE bool has_zero_words() const {
        u32 any = 0;
        PM_UNROLL for (int i = 0; i < limbs; i++) any |= word[i];
        return any == 0;
    }

    PM_INLINE friend bool operator==(const Field& a, const Field& b) { return (a - b).is_zero(); }

    /// a + b with no reduction; the caller answers for the range.
    PM_INLINE static Field sum_without_reduction(const Field& a, const Field& b) {
        Field t;
        t.word[0] = carry::add_cc(a.word[0], b.word[0]);
        PM_UNROLL for (int i = 1; i < limbs - 1; i++) t.word[i] = carry::addc_cc(a.word[i], b.word[i]);
        t.word[limbs - 1] = carry::addc(a.word[limbs - 1], b.word[limbs - 1]);
        return t;
    }

    /// Takes the representation's bound (2p or p) off a value below twice that bound.
    PM_INLINE static Field reduced_once(const Field& a) {
        Field t;
        t.word[0] = carry::sub_cc(a.word[0], bound(0));
        PM_UNROLL for (int i = 1; i < limbs; i++) t.word[i] = carry::subc_cc(a.word[i], bound(i));
        const u32 borrow = carry::subc(0, 0);
        PM_UNROLL for (int i = 0; i < limbs; i++) t.word[i] = borrow ? a.word[i] : t.word[i];
        return t;
    }

    /// The full product in twice the words.
    PM_INLINE static void wide_product(u32* wide, const u32* a, const u32* b) {
        u32 even[2 * limbs], odd[2 * limbs];  // odd[k] stands at position k + 1
        PM_UNROLL for (int j = 0; j < 2 * limbs; j++) even[j] = odd[j] = 0;
        PM_UNROLL for (int j = 0; j < limbs; j += 2) {
            split(u64{a[j]} * b[0], even[j], even[j + 1]);
            split(u64{a[j + 1]} * b[0], odd[j], odd[j + 1]);
        }
        PM_UNROLL for (int i = 1; i < limbs; i++) {
            if (i & 1) {
                add_row(odd + i - 1, a, b[i]);
                odd[i + limbs - 1] = carry::addc(odd[i + limbs - 1], 0);
                add_row(even + i + 1, a + 1, b[i]);
            } else {
                add_row(even + i, a, b[i]);
                even[i + limbs] = carry::addc(even[i + limbs], 0);
                add_row(odd + i, a + 1, b[i]);
            }
        }
        wide[0] = even[0];
        wide[1] = carry::add_cc(even[1], odd[0]);
        PM_UNROLL for (int j = 2; j < 2 * limbs - 1; j++) wide[j] = carry::addc_cc(even[j], odd[j - 1]);
        wide[2 * limbs - 1] = carry::addc(even[2 * limbs - 1], odd[2 * limbs - 2]);
    }

    /// The full square: products above the diagonal once, doubled, then the diagonal.
    PM_INLINE static void wide_square(u32* wide, const u32* a) {
        u32 even[2 * limbs], odd[2 * limbs], above[2 * limbs];  // all at position 0; split by the parity of the product's position
        PM_UNROLL for (int j = 0; j < 2 * limbs; j++) even[j] = odd[j] = 0;
        PM_UNROLL for (int i = 0; i < limbs - 1; i++) {
            add_products_above(odd, a, i, 1);
            add_products_above(even, a, i, 2);
        }
        above[0] = 0;
        above[1] = odd[1];
        above[2] = carry::add_cc(even[2], odd[2]);
        PM_UNROLL for (int j = 3; j < 2 * limbs - 1; j++) above[j] = carry::addc_cc(even[j], odd[j]);
        above[2 * limbs - 1] = carry::addc(even[2 * limbs - 1], odd[2 * limbs - 1]);
        PM_UNROLL for (int j = 2 * limbs - 1; j > 0; j--) above[j] = (above[j] << 1) | (above[j - 1] >> 31);
        wide[0] = carry::mad_lo_cc(a[0], a[0], 0);
        wide[1] = carry::madc_hi_cc(a[0], a[0], above[1]);
        PM_UNROLL for (int i = 1; i < limbs; i++) {
            wide[2 * i] = carry::madc_lo_cc(a[i], a[i], above[2 * i]);
            wide[2 * i + 1] = i == limbs - 1 ? carry::madc_hi(a[i], a[i], above[2 * i + 1])
                                             : carry::madc_hi_cc(a[i], a[i], above[2 * i + 1]);
        }
    }

    /// wide / R + (0 or p): below 2p whenever wide < R p.
    PM_INLINE static Field wide_reduced(const u32* wide) {
        u32 even[limbs], odd[limbs];
        PM_UNROLL for (int j = 0; j < limbs; j++) {
            even[j] = wide[j];
            odd[j] = 0;
        }
        reduce_row(even, odd);
        PM_UNROLL for (int i = 1; i < limbs; i++) {
            if (i & 1) {
                shift_and_reduce_row(odd, even);
            } else {
                shift_and_reduce_row(even, odd);
            }
        }
        Field r = merged(odd, even);
        r.word[0] = carry::add_cc(r.word[0], wide[limbs]);
        PM_UNROLL for (int j = 1; j < limbs - 1; j++) r.word[j] = carry::addc_cc(r.word[j], wide[limbs + j]);
        r.word[limbs - 1] = carry::addc(r.word[limbs - 1], wide[2 * limbs - 1]);
        return r;
    }

   private:
    static constexpr u32 negated_inverse = negated_inverse_of_modulus<P>();

    /// Word i of the representation's exclusive bound.
    PM_INLINE static constexpr u32 bound(int i) {
        if constexpr (redundant) return (P::modulus(i) << 1) | (i > 0 ? P::modulus(i - 1) >> 31 : 0);
        return P::modulus(i);
    }

    PM_INLINE static void split(u64 value, u32& low, u32& high) {
        low = static_cast<u32>(value);
        high = static_cast<u32>(value >> 32);
    }

    /// columns += (x[0], x[2], ...) b; the carry is left in the condition code.
    PM_INLINE static void add_row(u32* columns, const u32* x, u32 b) {
        columns[0] = carry::mad_lo_cc(x[0], b, columns[0]);
        columns[1] = carry::madc_hi_cc(x[0], b, columns[1]);
        PM_UNROLL for (int j = 2; j < limbs; j += 2) {
            columns[j] = carry::madc_lo_cc(x[j], b, columns[j]);
            columns[j + 1] = carry::madc_hi_cc(x[j], b, columns[j + 1]);
        }
    }

    /// Drops the zero word at the old position 0 and adds a b: `even` held the odd columns before, `odd` the even ones.
    PM_INLINE static void shift_and_add_row(u32* even, u32* odd, const u32* a, u32 b) {
        shift_and_add_odd_row(even, odd, a + 1, b);
        add_row(even, a, b);
        odd[limbs - 1] = carry::addc(odd[limbs - 1], 0);
    }

    PM_INLINE static void shift_and_add_odd_row(u32* even, u32* odd, const u32* x, u32 b) {
        even[0] = carry::add_cc(even[0], odd[1]);
        PM_UNROLL for (int j = 0; j < limbs - 2; j += 2) {
            odd[j] = carry::madc_lo_cc(x[j], b, odd[j + 2]);
            odd[j + 1] = carry::madc_hi_cc(x[j], b, odd[j + 3]);
        }
        odd[limbs - 2] = carry::madc_lo_cc(x[limbs - 2], b, 0);
        odd[limbs - 1] = carry::madc_hi(x[limbs - 2], b, 0);
    }

    /// Adds the multiple of p that makes the word at position 0 zero.
    PM_INLINE static void reduce_row(u32* even, u32* odd) {
        if constexpr (special_modulus) {
            reduce_special_row(even, odd);
        } else {
            const u32 m = even[0] * negated_inverse;
            u32 p[limbs];
            PM_UNROLL for (int j = 0; j < limbs; j++) p[j] = P::modulus(j);
            add_row(odd, p + 1, m);
            add_row(even, p, m);
            odd[limbs - 1] = carry::addc(odd[limbs - 1], 0);
        }
    }

    /// p = high 2^64 + (2^64 - 2^32 + 1). With t = even[0], m = -t and c = (t != 0):
    /// t + m (2^64 - 2^32 + 1) = (t + c) 2^32 + (m - c) 2^64, so two of the eight products become additions.
    PM_INLINE static void reduce_special_row(u32* even, u32* odd) {
        const u32 t = even[0];
#ifdef __CUDA_ARCH__
        const u32 m = t * minus_one;
#else
        const u32 m = 0u - t;
#endif
        const u32 zero_minus_t = carry::sub_cc(0, t);
        const u32 m_minus_c = carry::subc(zero_minus_t, 0);
        odd[1] = carry::add_cc(odd[1], m_minus_c);
        PM_UNROLL for (int j = 2; j < limbs - 2; j += 2) {
            odd[j] = carry::madc_lo_cc(P::modulus(j + 1), m, odd[j]);
            odd[j + 1] = carry::madc_hi_cc(P::modulus(j + 1), m, odd[j + 1]);
        }
        odd[limbs - 2] = carry::madc_lo_cc(P::modulus(limbs - 1), m, odd[limbs - 2]);
        odd[limbs - 1] = carry::madc_hi(P::modulus(limbs - 1), m, odd[limbs - 1]);
        carry::add_cc(t, 0xffffffffu);  // the carry is c
        even[1] = carry::addc_cc(even[1], t);
        PM_UNROLL for (int j = 2; j < limbs; j += 2) {
            even[j] = carry::madc_lo_cc(P::modulus(j), m, even[j]);
            even[j + 1] = carry::madc_hi_cc(P::modulus(j), m, even[j + 1]);
        }
        odd[limbs - 1] = carry::addc(odd[limbs - 1], 0);
    }

    PM_INLINE static void shift_and_reduce_row(u32* even, u32* odd) {
        u32 p[limbs];
        PM_UNROLL for (int j = 0; j < limbs; j++) p[j] = P::modulus(j);
        const u32 m = (even[0] + odd[1]) * negated_inverse;
        shift_and_add_odd_row(even, odd, p + 1, m);
        add_row(even, p, m);
        odd[limbs - 1] = carry::addc(odd[limbs - 1], 0);
    }

    /// Products a[i] a[j] for j = i + first, i + first + 2, ...
    PM_INLINE static void add_products_above(u32* columns, const u32* a, int i, int first) {
        int end = 0;
        PM_UNROLL for (int j = i + first; j < limbs; j += 2) {
            columns[i + j] = j == i + first ? carry::mad_lo_cc(a[i], a[j], columns[i + j]) : carry::madc_lo_cc(a[i], a[j], columns[i + j]);
            columns[i + j + 1] = carry::madc_hi_cc(a[i], a[j], columns[i + j + 1]);
            end = i + j + 2;
        }
        if (end != 0 && end < 2 * limbs) columns[end] = carry::addc(columns[end], 0);
    }

    /// The value without its zero word at position 0: `low` starts at position 0, `high` at position 1.
    PM_INLINE static Field merged(const u32* low, const u32* high) {
        Field r;
        r.word[0] = carry::add_cc(high[0], low[1]);
        PM_UNROLL for (int j = 1; j < limbs - 1; j++) r.word[j] = carry::addc_cc(high[j], low[j + 1]);
        r.word[limbs - 1] = carry::addc(high[limbs - 1], 0);
        return r;
    }
};

using Bls12381Fp = Field<Bls12381FpParameters>;
using Bls12381Fr = Field<Bls12381FrParameters>;
using Bn254Fp = Field<Bn254FpParameters>;
using Bn254Fr = Field<Bn254FrParameters>;

}  // namespace proofmill
