#include "kernels.hpp"

PROOFMILL_MSM_GROUP_KERNELS(Bn254G1, bn254_g1)
