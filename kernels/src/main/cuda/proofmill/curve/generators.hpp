#pragma once

#include "groups.hpp"

/// The standard generators: of BLS12-381 as in its specification (draft-irtf-cfrg-pairing-friendly-curves), of BN254 as in EIP-197.
namespace proofmill {

/// An element from the hexadecimal digits of its canonical integer, most significant first.
template <class F>
F from_hexadecimal(const char* digits) {
    int length = 0;
    while (digits[length] != 0) length++;
    F value = F::zero();
    for (int i = 0; i < length; i++) {
        const char c = digits[length - 1 - i];
        value.word[i / 8] |= static_cast<u32>(c <= '9' ? c - '0' : c - 'a' + 10) << (4 * (i % 8));
    }
    return value.to_montgomery();
}

template <class G>
Affine<typename G::Coordinate> generator();

template <>
inline Affine<Bls12381Fp> generator<Bls12381G1>() {
    using F = Bls12381Fp;
    return {from_hexadecimal<F>("17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"),
            from_hexadecimal<F>("08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1")};
}

template <>
inline Affine<Bls12381Fp2> generator<Bls12381G2>() {
    using F = Bls12381Fp;
    return {{from_hexadecimal<F>("024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"),
             from_hexadecimal<F>("13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e")},
            {from_hexadecimal<F>("0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801"),
             from_hexadecimal<F>("0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be")}};
}

template <>
inline Affine<Bn254Fp> generator<Bn254G1>() {
    return {from_hexadecimal<Bn254Fp>("1"), from_hexadecimal<Bn254Fp>("2")};
}

template <>
inline Affine<Bn254Fp2> generator<Bn254G2>() {
    using F = Bn254Fp;
    return {{from_hexadecimal<F>("1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"),
             from_hexadecimal<F>("198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2")},
            {from_hexadecimal<F>("12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa"),
             from_hexadecimal<F>("090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b")}};
}

}  // namespace proofmill
