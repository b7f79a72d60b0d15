package io.proofmill.gpu;

import io.proofmill.gpu.driver.Kernels;
import io.proofmill.gpu.msm.DeviceMsm;
import io.proofmill.gpu.msm.MsmDevice;
import io.proofmill.gpu.msm.MsmProblem;
import io.proofmill.gpu.msm.MsmTables;
import io.proofmill.gpu.msm.PointGroup;
import io.proofmill.gpu.ntt.ScalarKernels;
import io.proofmill.groth16.Query;
import io.proofmill.math.Point;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.util.Optional;

/** One sum whose points stream through the device: the next chunk is copied while the device works on this one, and the host adds up the chunks' sums. */
final class ChunkedSum {
    private final KeyPlan plan;
    private final Optional<PinnedKey> pinned;
    private final KeySum sum;
    private final PointGroup group;
    private final ChunkBuffers buffers;
    private final long chunkPoints;
    private final Lane lane;
    private final Kernels kernels;
    private final MsmDevice device;
    private final StageWait wait;

    /** @param pinned the key's copy in locked memory, if there is one */
    ChunkedSum(
            KeyPlan plan,
            Optional<PinnedKey> pinned,
            KeySum sum,
            StreamedLayout layout,
            long base,
            Lane lane,
            Kernels kernels,
            MsmDevice device,
            StageWait wait) {
        this.plan = plan;
        this.pinned = pinned;
        this.sum = sum;
        this.group = sum.group(plan.key().shape().curve());
        this.buffers = layout.chunks(base, sum);
        this.chunkPoints = layout.chunkPoints(group);
        this.lane = lane;
        this.kernels = kernels;
        this.device = device;
        this.wait = wait;
    }

    /**
     * Computes the sum.
     *
     * @param scalars address of the scalars of H, or of the assignment
     */
    Point run(long scalars, Work work) {
        long chunks = Math.ceilDiv(count(), chunkPoints);
        Point total = group.group().infinity();
        DeviceMsm running = null;
        if (chunks > 0) {
            upload(0, work);
        }
        for (int chunk = 0; chunk < chunks; chunk++) {
            DeviceMsm msm = queue(chunk, scalars, work);
            if (running != null) {
                total = total.add(finished(chunk - 1, running, work));
            }
            running = msm;
            if (chunk + 1 < chunks) {
                upload(chunk + 1, work);
            }
        }
        return running == null ? total : total.add(finished((int) chunks - 1, running, work));
    }

    private long count() {
        return sum.points(plan.key()).size();
    }

    private long first(int chunk) {
        return chunk * chunkPoints;
    }

    private long size(int chunk) {
        return Math.min(chunkPoints, count() - first(chunk));
    }

    /** Copies a chunk into its slot, which the chunk two before it has left. */
    private void upload(int chunk, Work work) {
        pinned.ifPresentOrElse(
                copy -> lane.copies()
                        .upload(
                                copy.points(sum, first(chunk), size(chunk)),
                                buffers.slot(chunk).points()),
                () -> uploadFromKey(chunk, work));
        if (sum.picksScalars(plan.key())) {
            lane.upload()
                    .copy(
                            plan.picks(sum, first(chunk), size(chunk)),
                            buffers.slot(chunk).picks(),
                            work);
        }
        lane.copies().record(lane.slot(chunk).uploaded());
    }

    private void uploadFromKey(int chunk, Work work) {
        try (Arena scratch = Arena.ofShared()) {
            lane.upload()
                    .copy(
                            sum.points(plan.key()).read(first(chunk), size(chunk), scratch),
                            buffers.slot(chunk).points(),
                            work);
        }
    }

    private DeviceMsm queue(int chunk, long scalars, Work work) {
        Lane.Slot slot = lane.slot(chunk);
        lane.compute().await(slot.uploaded());
        DeviceMsm msm = new DeviceMsm(kernels, group, MsmTables.NONE, device, problem(chunk, scalars));
        msm.classify(lane.compute(), slot.answer().counts());
        lane.compute().record(slot.classified());
        wait.until(slot.classified(), sum.phase(), work);
        msm.sum(
                lane.compute(),
                slot.answer().counts(),
                buffers.scratch(),
                buffers.scratchBytes(),
                slot.answer().sums(),
                work);
        lane.compute().record(slot.done());
        return msm;
    }

    private MsmProblem problem(int chunk, long scalars) {
        ChunkBuffers.Slot slot = buffers.slot(chunk);
        long size = size(chunk);
        long own = switch (sum) {
            case H -> scalars + first(chunk) * Scalars.BYTES;
            case L, A, B1, B2 ->
                switch (sum.selection(plan.key())) {
                    case Query.Range range -> scalars + (range.first() + first(chunk)) * Scalars.BYTES;
                    case Query.Dense dense -> {
                        new ScalarKernels(kernels, group.curve(), lane.compute())
                                .pick(buffers.picked(), scalars, slot.picks(), size);
                        yield buffers.picked();
                    }
                };
        };
        return new MsmProblem(slot.points(), size, own, size, slot.result(), buffers.lists());
    }

    private Point finished(int chunk, DeviceMsm msm, Work work) {
        Lane.Slot slot = lane.slot(chunk);
        wait.until(slot.done(), sum.phase(), work);
        return msm.combine(slot.answer().sums());
    }
}
