/**
 * Proofs on NVIDIA GPUs. {@link io.proofmill.gpu.GpuProver} is the way in; it is a {@link io.proofmill.groth16.Prover} like the CPU's. {@code driver} owns what the
 * driver hands out, {@code memory} plans device memory, {@code msm} and {@code ntt} launch the kernels, {@code health} decides whether a device is trusted.
 */
package io.proofmill.gpu;
