package io.proofmill.gpu;

/**
 * A device's memory as the prover has divided it.
 *
 * @param capacity bytes of the arena
 * @param keyBytes bytes that resident keys hold now
 * @param tableBytes bytes that tables of multiples of their points hold now
 * @param largestWorkspace bytes of the largest job so far
 */
public record MemoryUse(long capacity, long keyBytes, long tableBytes, long largestWorkspace) {
    @Override
    public String toString() {
        return "device memory %d MiB, keys %d MiB, tables of multiples %d MiB, a job %d MiB"
                .formatted(capacity >> 20, keyBytes >> 20, tableBytes >> 20, largestWorkspace >> 20);
    }
}
