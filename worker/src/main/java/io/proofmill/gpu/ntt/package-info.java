/** Transforms, matrix products and elementwise work over a scalar field on a device. The entry points and their launch plans are described in {@code kernels/README.md}. */
package io.proofmill.gpu.ntt;
