/**
 * Multi-scalar multiplication on a device: the host's half of the kernels in {@code kernels/src/main/cuda/proofmill/msm}. Plans are plain arithmetic on sizes and are
 * tested against the kernels' own.
 */
package io.proofmill.gpu.msm;
