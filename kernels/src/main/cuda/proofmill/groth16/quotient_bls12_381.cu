#include "quotient.cuh"

PM_QUOTIENT_KERNELS(bls12_381, proofmill::Bls12381Fr)
