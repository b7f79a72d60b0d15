#pragma once

#include "../field/field.hpp"

namespace proofmill::ntt {

/// Four words that move as one 16-byte access.
struct alignas(16) Quad {
    u32 word[4];
};

/// A 16-byte load of data that no thread writes while the kernel runs. It keeps its place among the carry instructions: moved ahead of
/// them, a step's factors would fill the registers that its elements need.
PM_INLINE Quad load_constant(const Quad* address) {
#ifdef __CUDA_ARCH__
    Quad q;
    asm volatile("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(q.word[0]), "=r"(q.word[1]), "=r"(q.word[2]), "=r"(q.word[3])
                 : "l"(__cvta_generic_to_global(address)));
    return q;
#else
    return *address;
#endif
}

/// Half 0 (the low words) or 1 (the high words) of an eight-word element.
template <class F>
PM_INLINE Quad half_of(const F& x, int half) {
    return Quad{{x.word[4 * half], x.word[4 * half + 1], x.word[4 * half + 2], x.word[4 * half + 3]}};
}

template <class F>
PM_INLINE void set_half(F& x, int half, const Quad& q) {
    PM_UNROLL for (int i = 0; i < 4; i++) x.word[4 * half + i] = q.word[i];
}

template <class F>
PM_INLINE F load_constant_element(const F* address) {
    const Quad* quads = reinterpret_cast<const Quad*>(address);
    F x;
    set_half(x, 0, load_constant(quads));
    set_half(x, 1, load_constant(quads + 1));
    return x;
}

/// Plain 16-byte accesses. On the device they go through uint4: a copied Quad would be taken apart into words.
PM_INLINE Quad load_quad(const Quad* address) {
#ifdef __CUDA_ARCH__
    const uint4 v = *reinterpret_cast<const uint4*>(address);
    return Quad{{v.x, v.y, v.z, v.w}};
#else
    return *address;
#endif
}

PM_INLINE void store_quad(Quad* address, const Quad& q) {
#ifdef __CUDA_ARCH__
    *reinterpret_cast<uint4*>(address) = make_uint4(q.word[0], q.word[1], q.word[2], q.word[3]);
#else
    *address = q;
#endif
}

template <class F>
PM_INLINE F load_element(const F* address) {
    const Quad* quads = reinterpret_cast<const Quad*>(address);
    F x;
    set_half(x, 0, load_quad(quads));
    set_half(x, 1, load_quad(quads + 1));
    return x;
}

template <class F>
PM_INLINE void store_element(F* address, const F& x) {
    Quad* quads = reinterpret_cast<Quad*>(address);
    store_quad(quads, half_of(x, 0));
    store_quad(quads + 1, half_of(x, 1));
}

/// The lowest `bits` bits of x in reverse order; bits at most 32, at least 1.
PM_INLINE u32 reverse_bits(u32 x, u32 bits) {
#ifdef __CUDA_ARCH__
    return __brev(x) >> (32 - bits);
#else
    u32 r = 0;
    for (u32 i = 0; i < bits; i++) r |= ((x >> i) & 1) << (bits - 1 - i);
    return r;
#endif
}

}  // namespace proofmill::ntt
