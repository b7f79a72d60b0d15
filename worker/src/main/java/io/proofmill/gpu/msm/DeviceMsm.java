package io.proofmill.gpu.msm;

import io.proofmill.gpu.driver.KernelArguments;
import io.proofmill.gpu.driver.Kernels;
import io.proofmill.gpu.driver.Stream;
import io.proofmill.math.Point;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import io.proofmill.math.Work;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One MSM on a stream: {@link #classify}, then once the counts are on the host {@link #sum}, then once the result is on the host {@link #combine}. The caller waits between
 * the steps, so that the steps of several MSMs can share one wait.
 */
public final class DeviceMsm {
    private final Kernels kernels;
    private final PointGroup group;
    private final MsmTables tables;
    private final MsmDevice device;
    private final MsmProblem problem;
    private MsmPlan plan;

    public DeviceMsm(Kernels kernels, PointGroup group, MsmTables tables, MsmDevice device, MsmProblem problem) {
        this.kernels = kernels;
        this.group = group;
        this.tables = tables;
        this.device = device;
        this.problem = problem;
    }

    /** Queues the classification of the scalars and the copy of its counts to 16 pinned bytes. */
    public void classify(Stream stream, MemorySegment counts) {
        stream.fill(problem.lists(), (byte) 0, MsmProblem.COUNT_BYTES);
        launch(stream, MsmPlan.classification(group, problem, device));
        stream.download(problem.lists(), counts.asSlice(0, MsmProblem.COUNT_BYTES));
    }

    /**
     * Queues the additions and the copy of their result. Call it once the counts have arrived.
     *
     * @param scratch address of at least {@code scratchBytes}, at a multiple of 256
     * @param sums pinned room for {@link MsmPlan#MAX_RESULT_POINTS} points
     */
    public void sum(
            Stream stream, MemorySegment counts, long scratch, long scratchBytes, MemorySegment sums, Work work) {
        long dense = counts.get(ValueLayout.JAVA_LONG, 0);
        long units = counts.get(ValueLayout.JAVA_LONG, Long.BYTES);
        plan = new MsmPlan(new MsmSize(group, problem.baseCount(), dense, units, tables, device, scratchBytes));
        if (plan.scratchBytes() > scratchBytes) {
            throw new ProofmillException(
                    ReasonCode.OUT_OF_DEVICE_MEMORY,
                    "an MSM of %d dense scalars needs %d bytes of scratch, it was given %d"
                            .formatted(dense, plan.scratchBytes(), scratchBytes));
        }
        for (MsmLaunch launch : plan.launches(problem, scratch)) {
            work.checkpoint();
            launch(stream, launch);
        }
        stream.download(problem.result(), sums.asSlice(0, (plan.setCount() + 1L) * group.pointBytes()));
    }

    /** How {@link #sum} ran. */
    public MsmPlan plan() {
        return plan;
    }

    /** The sum, once the result has arrived. */
    public Point combine(MemorySegment sums) {
        return WindowSums.combine(group, sums, plan.windowBits(), plan.setCount());
    }

    private void launch(Stream stream, MsmLaunch launch) {
        stream.launch(
                kernels.function(launch.module(), launch.kernel()),
                launch.shape(),
                new KernelArguments().words(launch.frame().words()).int32(launch.step()));
    }
}
