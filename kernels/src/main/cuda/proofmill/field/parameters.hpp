#pragma once

#include "../platform.hpp"

namespace proofmill {

/// Base field of BLS12-381, 381 bits.
struct Bls12381FpParameters {
    static constexpr int limbs = 12;
    PM_INLINE static constexpr u32 modulus(int i) {
        constexpr u32 words[] = {
            0xffffaaab, 0xb9feffff, 0xb153ffff, 0x1eabfffe, 0xf6b0f624, 0x6730d2a0,
            0xf38512bf, 0x64774b84, 0x434bacd7, 0x4b1ba7b6, 0x397fe69a, 0x1a0111ea,
        };
        return words[i];
    }
};

/// Scalar field of BLS12-381, 255 bits; p = 1 mod 2^32 and its second word is 2^32 - 1.
struct Bls12381FrParameters {
    static constexpr int limbs = 8;
    PM_INLINE static constexpr u32 modulus(int i) {
        constexpr u32 words[] = {
            0x00000001, 0xffffffff, 0xfffe5bfe, 0x53bda402, 0x09a1d805, 0x3339d808,
            0x299d7d48, 0x73eda753,
        };
        return words[i];
    }
};

/// Base field of BN254 (alt_bn128), 254 bits.
struct Bn254FpParameters {
    static constexpr int limbs = 8;
    PM_INLINE static constexpr u32 modulus(int i) {
        constexpr u32 words[] = {
            0xd87cfd47, 0x3c208c16, 0x6871ca8d, 0x97816a91, 0x8181585d, 0xb85045b6,
            0xe131a029, 0x30644e72,
        };
        return words[i];
    }
};

/// Scalar field of BN254 (alt_bn128), 254 bits.
struct Bn254FrParameters {
    static constexpr int limbs = 8;
    PM_INLINE static constexpr u32 modulus(int i) {
        constexpr u32 words[] = {
            0xf0000001, 0x43e1f593, 0x79b97091, 0x2833e848, 0x8181585d, 0xb85045b6,
            0xe131a029, 0x30644e72,
        };
        return words[i];
    }
};

}  // namespace proofmill
