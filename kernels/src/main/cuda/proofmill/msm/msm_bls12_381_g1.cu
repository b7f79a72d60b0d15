#include "kernels.hpp"

PROOFMILL_MSM_GROUP_KERNELS(Bls12381G1, bls12_381_g1)
