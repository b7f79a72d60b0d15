#include "quotient.cuh"

PM_QUOTIENT_KERNELS(bn254, proofmill::Bn254Fr)
