#pragma once

#include "../field/fp2.hpp"
#include "affine.hpp"
#include "xyzz.hpp"

/// The four groups of points. A group names its coordinate and scalar fields, and how many blocks of 128 threads the compiler should fit on a
/// multiprocessor for the batched additions (`batch_blocks`) and for XYZZ arithmetic (`xyzz_blocks`): measured on an H200.
namespace proofmill {

struct Bls12381G1 {
    using Coordinate = Bls12381Fp;
    using Scalar = Bls12381Fr;
    static constexpr int batch_blocks = 4;
    static constexpr int xyzz_blocks = 2;
};

struct Bls12381G2 {
    using Coordinate = Bls12381Fp2;
    using Scalar = Bls12381Fr;
    static constexpr int batch_blocks = 2;
    static constexpr int xyzz_blocks = 2;
};

struct Bn254G1 {
    using Coordinate = Bn254Fp;
    using Scalar = Bn254Fr;
    static constexpr int batch_blocks = 5;
    static constexpr int xyzz_blocks = 4;
};

struct Bn254G2 {
    using Coordinate = Bn254Fp2;
    using Scalar = Bn254Fr;
    static constexpr int batch_blocks = 3;
    static constexpr int xyzz_blocks = 2;
};

}  // namespace proofmill
