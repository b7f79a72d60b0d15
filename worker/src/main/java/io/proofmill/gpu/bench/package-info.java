/** Measurements of single operations on a device: inputs whose answer is known, checked at every run. Also what the tests on a device are made of. */
package io.proofmill.gpu.bench;
