package io.proofmill.gpu;

import io.proofmill.gpu.memory.LazyArena;
import io.proofmill.gpu.ntt.ScalarKernels;
import io.proofmill.groth16.Assignment;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A w and B w by the host: for matrices that are not on the device. */
final class HostProducts {
    private HostProducts() {}

    /** Multiplies, then queues the copies to two vectors of the domain's size, one after the other. */
    static void upload(KeyPlan plan, Assignment assignment, StagedUpload upload, long vectors, Work work) {
        long bytes = plan.domain().size() * ScalarKernels.ELEMENT_BYTES;
        try (Arena arena = new LazyArena()) {
            MemorySegment a = arena.allocate(bytes, Scalars.BYTES);
            MemorySegment b = arena.allocate(bytes, Scalars.BYTES);
            plan.key().matrices().multiply(assignment, a, b, work);
            upload.copy(a, vectors, work);
            upload.copy(b, vectors + bytes, work);
        }
    }
}
