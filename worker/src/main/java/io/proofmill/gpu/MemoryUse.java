package io.proofmill.gpu;

/**
 * A device's memory as the prover has divided it.
 *
 * @param capacity bytes of the arena
 * @param keyBytes bytes that resident keys hold now
 * @param largestWorkspace bytes of the largest job so far
 */
public record MemoryUse(long capacity, long keyBytes, long largestWorkspace) {
    @Override
    public String toString() {
        return "device memory %d MiB, keys %d MiB, a job %d MiB"
                .formatted(capacity >> 20, keyBytes >> 20, largestWorkspace >> 20);
    }
}
