package io.proofmill.gpu;

import io.proofmill.gpu.ntt.ScalarKernels;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.ConstraintMatrices;
import io.proofmill.math.Work;
import java.lang.foreign.MemorySegment;

/** A w and B w by the host: for matrices that are not on the device. The products never lie in host memory as a whole. */
final class HostProducts {
    private static final long BYTES = ScalarKernels.ELEMENT_BYTES;

    private HostProducts() {}

    /** Multiplies and queues the copies to two vectors of the domain's size, one after the other; what is beyond the rows is zero. */
    static void upload(KeyPlan plan, Assignment assignment, StagedUpload upload, long vectors, Work work) {
        ConstraintMatrices matrices = plan.key().matrices();
        ConstraintMatrices.Products products = matrices.with(assignment, work);
        long size = plan.domain().size() * BYTES;
        upload.produce(
                size,
                vectors,
                vectors + size,
                (offset, a, b) -> {
                    long first = offset / BYTES;
                    long wanted = a.byteSize() / BYTES;
                    long count = Math.clamp(matrices.rows() - first, 0, wanted);
                    products.write(first, count, a, b, work);
                    clear(a, count);
                    clear(b, count);
                },
                work);
    }

    private static void clear(MemorySegment vector, long from) {
        vector.asSlice(from * BYTES).fill((byte) 0);
    }
}
