package io.proofmill.gpu;

import io.proofmill.gpu.driver.Kernels;
import io.proofmill.gpu.msm.MsmDevice;
import io.proofmill.gpu.ntt.ScalarKernels;
import io.proofmill.groth16.Assignment;
import io.proofmill.groth16.Phase;
import io.proofmill.groth16.ProofObserver;
import io.proofmill.groth16.ProofSums;
import io.proofmill.math.Point;
import io.proofmill.math.Work;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * One proof whose key does not fit the device: the matrices stream through, the quotient is computed, then the points stream through in chunks. Slower by the time that the key takes
 * over the bus where the sums don't hide it; the result is the same.
 */
final class StreamedProof implements DeviceProof {
    private final KeyPlan plan;
    private final Optional<PinnedKey> pinned;
    private final StreamedLayout layout;
    private final long base;
    private final Lane lane;
    private final Kernels kernels;
    private final MsmDevice device;
    private final StageWait wait;
    private final ScalarKernels scalars;
    private final Map<KeySum, Point> sums = new EnumMap<>(KeySum.class);
    private final Map<Phase, Long> nanos = new EnumMap<>(Phase.class);

    /**
     * @param pinned the key's copy in locked memory, if there is one
     * @param base address of the job's workspace
     */
    StreamedProof(
            KeyPlan plan,
            Optional<PinnedKey> pinned,
            StreamedLayout layout,
            long base,
            Lane lane,
            Kernels kernels,
            MsmDevice device,
            StageWait wait) {
        this.plan = plan;
        this.pinned = pinned;
        this.layout = layout;
        this.base = base;
        this.lane = lane;
        this.kernels = kernels;
        this.device = device;
        this.wait = wait;
        this.scalars = new ScalarKernels(kernels, plan.key().shape().curve(), lane.compute());
    }

    @Override
    public void upload(Assignment assignment, ProofObserver observer, Work work) {
        time(Phase.SPMV, observer, () -> {
            layout.matrices()
                    .ifPresentOrElse(
                            matrices -> multiply(matrices, assignment, work),
                            () -> HostProducts.upload(plan, assignment, lane.upload(), layout.vectorsAt(base), work));
            lane.copies().record(lane.mark(Lane.Mark.UPLOADED));
        });
    }

    /** In the stream of the copies, beside another job's kernels: the products take a few milliseconds. */
    private void multiply(StreamedMatrices matrices, Assignment assignment, Work work) {
        long witness = layout.multipliedWitnessAt(base);
        long size = plan.domain().size();
        lane.upload().copy(assignment.values(), witness, work);
        matrices.multiply(
                new ScalarKernels(kernels, plan.key().shape().curve(), lane.copies()),
                lane.upload(),
                layout.matricesAt(base),
                witness,
                layout.vectorsAt(base),
                layout.vectorsAt(base) + size * ScalarKernels.ELEMENT_BYTES,
                size,
                work);
    }

    @Override
    public void compute(Assignment assignment, ProofObserver observer, Work work) {
        time(Phase.NTT, observer, () -> {
            lane.compute().await(lane.mark(Lane.Mark.UPLOADED));
            plan.domain().fill(scalars, layout.tablesAt(base));
            plan.domain()
                    .quotient(scalars, plan.key().quotient().form(), layout.tablesAt(base), layout.vectorsAt(base));
            lane.compute().record(lane.mark(Lane.Mark.QUOTIENT_DONE));
            wait.until(lane.mark(Lane.Mark.QUOTIENT_DONE), Phase.NTT, work);
        });
        sum(KeySum.H, layout.vectorsAt(base), observer, work);
        time(Phase.UPLOAD, observer, () -> {
            lane.upload().copy(assignment.values(), layout.witnessAt(base), work);
            lane.copies().record(lane.mark(Lane.Mark.UPLOADED));
            wait.until(lane.mark(Lane.Mark.UPLOADED), Phase.UPLOAD, work);
        });
        for (KeySum sum : KeySum.values()) {
            if (sum != KeySum.H) {
                sum(sum, layout.witnessAt(base), observer, work);
            }
        }
    }

    private void sum(KeySum sum, long scalarsAt, ProofObserver observer, Work work) {
        time(
                sum.phase(),
                observer,
                () -> sums.put(
                        sum,
                        new ChunkedSum(plan, pinned, sum, layout, base, lane, kernels, device, wait)
                                .run(scalarsAt, work)));
    }

    private void time(Phase phase, ProofObserver observer, Runnable stage) {
        observer.started(phase);
        long start = System.nanoTime();
        stage.run();
        nanos.put(phase, System.nanoTime() - start);
    }

    @Override
    public void report(ProofObserver observer) {
        nanos.forEach(observer::finished);
    }

    @Override
    public ProofSums sums() {
        return new ProofSums(
                sums.get(KeySum.A), sums.get(KeySum.B1), sums.get(KeySum.B2), sums.get(KeySum.L), sums.get(KeySum.H));
    }
}
