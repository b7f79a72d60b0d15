package io.proofmill.gpu;

import io.proofmill.gpu.memory.Layout;
import io.proofmill.gpu.msm.MsmDevice;
import io.proofmill.gpu.msm.MsmPlan;
import io.proofmill.gpu.msm.MsmProblem;
import io.proofmill.gpu.msm.MsmSize;
import io.proofmill.gpu.msm.MsmTables;
import io.proofmill.gpu.ntt.ScalarKernels;
import io.proofmill.groth16.KeyShape;
import io.proofmill.groth16.ProvingKey;
import io.proofmill.math.Scalars;

/**
 * The workspace of a proof whose key is on the device.
 *
 * <p>The sums run one after the other and share the scratch, which is sized for the case that every scalar is dense.
 */
final class JobLayout {
    private static final String WITNESS = "witness";
    private static final String VECTORS = "vectors";
    private static final String SCRATCH = "scratch";

    private final Layout layout = new Layout();
    private final long scratchBytes;

    /**
     * @param scratchLimit bytes that the MSMs' scratch should stay under
     */
    JobLayout(ProvingKey key, MsmDevice device, long scratchLimit) {
        KeyShape shape = key.shape();
        layout.part(WITNESS, shape.variables() * Scalars.BYTES);
        layout.part(VECTORS, 3 * shape.domain() * ScalarKernels.ELEMENT_BYTES);
        long scratch = 0;
        for (KeySum sum : KeySum.values()) {
            long count = sum.points(key).size();
            layout.part("lists of " + sum, MsmProblem.listBytes(count));
            layout.part(
                    "result of " + sum,
                    (long) MsmPlan.MAX_RESULT_POINTS * sum.group(shape.curve()).pointBytes());
            if (sum.picksScalars(key)) {
                layout.part("scalars of " + sum, count * Scalars.BYTES);
            }
            MsmSize size = MsmSize.largest(sum.group(shape.curve()), count, MsmTables.NONE, device, scratchLimit);
            scratch = Math.max(scratch, new MsmPlan(size).scratchBytes());
        }
        scratchBytes = scratch;
        layout.part(SCRATCH, scratch);
    }

    long bytes() {
        return layout.bytes();
    }

    long scratchBytes() {
        return scratchBytes;
    }

    long witnessAt(long base) {
        return base + layout.offset(WITNESS);
    }

    /** Three vectors of the domain's size, one after the other. */
    long vectorsAt(long base) {
        return base + layout.offset(VECTORS);
    }

    long listsAt(long base, KeySum sum) {
        return base + layout.offset("lists of " + sum);
    }

    long resultAt(long base, KeySum sum) {
        return base + layout.offset("result of " + sum);
    }

    /** Where scalars that are picked out of the assignment go. */
    long pickedAt(long base, KeySum sum) {
        return base + layout.offset("scalars of " + sum);
    }

    long scratchAt(long base) {
        return base + layout.offset(SCRATCH);
    }
}
