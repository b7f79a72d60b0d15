package io.proofmill.gpu;

/**
 * Where a sum's chunks lie on the device: two slots, one being worked on while the other is filled, and what the kernels of one chunk after the other use.
 *
 * @param picked room for the scalars that are picked out of the assignment
 */
record ChunkBuffers(Slot even, Slot odd, long picked, long lists, long scratch, long scratchBytes) {
    /**
     * What a chunk has to itself.
     *
     * @param picks room for the indexes of its scalars in the assignment
     */
    record Slot(long points, long picks, long result) {}

    Slot slot(int chunk) {
        return chunk % 2 == 0 ? even : odd;
    }
}
