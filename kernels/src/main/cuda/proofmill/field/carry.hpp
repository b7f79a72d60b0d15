#pragma once

#include "../platform.hpp"

/// Additions and multiply-adds that pass a carry from one to the next, as the PTX instructions of the same names do.
///
/// On the device each is one instruction and the carry lives in the condition code; the statements are volatile, so the compiler keeps
/// their order. On the host the carry is a thread's variable, so the same sequences run and are tested there.
namespace proofmill::carry {

#ifndef __CUDA_ARCH__
inline thread_local u32 flag = 0;

inline u32 sum(u64 value) {
    flag = static_cast<u32>(value >> 32) & 1u;
    return static_cast<u32>(value);
}
#endif

#ifdef __CUDA_ARCH__
#define PM_CARRY_2(name, instruction, host)                                             \
    PM_INLINE u32 name(u32 a, u32 b) {                                                  \
        u32 r;                                                                          \
        asm volatile(instruction " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));            \
        return r;                                                                       \
    }
#define PM_CARRY_3(name, instruction, host)                                             \
    PM_INLINE u32 name(u32 a, u32 b, u32 c) {                                           \
        u32 r;                                                                          \
        asm volatile(instruction " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); \
        return r;                                                                       \
    }
#else
#define PM_CARRY_2(name, instruction, host) \
    PM_INLINE u32 name(u32 a, u32 b) { return host; }
#define PM_CARRY_3(name, instruction, host) \
    PM_INLINE u32 name(u32 a, u32 b, u32 c) { return host; }
#endif

PM_CARRY_2(add_cc, "add.cc.u32", sum(u64{a} + b))
PM_CARRY_2(addc_cc, "addc.cc.u32", sum(u64{a} + b + flag))
PM_CARRY_2(addc, "addc.u32", static_cast<u32>(a + b + flag))
PM_CARRY_2(sub_cc, "sub.cc.u32", sum(u64{a} - b))
PM_CARRY_2(subc_cc, "subc.cc.u32", sum(u64{a} - b - flag))
PM_CARRY_2(subc, "subc.u32", static_cast<u32>(a - b - flag))
PM_CARRY_3(mad_lo_cc, "mad.lo.cc.u32", sum(u64{static_cast<u32>(a * b)} + c))
PM_CARRY_3(madc_lo_cc, "madc.lo.cc.u32", sum(u64{static_cast<u32>(a * b)} + c + flag))
PM_CARRY_3(madc_hi_cc, "madc.hi.cc.u32", sum((u64{a} * b >> 32) + c + flag))
PM_CARRY_3(madc_hi, "madc.hi.u32", static_cast<u32>((u64{a} * b >> 32) + c + flag))

#undef PM_CARRY_2
#undef PM_CARRY_3

}  // namespace proofmill::carry
