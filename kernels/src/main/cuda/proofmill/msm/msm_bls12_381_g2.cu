#include "kernels.hpp"

PROOFMILL_MSM_GROUP_KERNELS(Bls12381G2, bls12_381_g2)
