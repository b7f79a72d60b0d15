/**
 * NVIDIA's driver API as Java owners: devices, contexts, streams, events, modules, memory. The only classes that name jcuda.
 *
 * <p>Every owner is {@link AutoCloseable}. Every call is checked; a failure says the operation, the device and the sizes. Each operation makes its context current
 * on the calling thread first, so that any thread may use any owner.
 */
package io.proofmill.gpu.driver;
