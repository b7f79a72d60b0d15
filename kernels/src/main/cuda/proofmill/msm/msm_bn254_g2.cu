#include "kernels.hpp"

PROOFMILL_MSM_GROUP_KERNELS(Bn254G2, bn254_g2)
