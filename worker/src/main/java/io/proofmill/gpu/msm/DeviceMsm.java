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
import java.util.Optional;

/**
 * One MSM on a stream: {@link #classify}, then once the counts are on the host {@link #sum}, then once the result is on the host {@link #combine}. The caller waits between
 * the steps, so that the steps of several MSMs can share one wait.
 */
public final class DeviceMsm {
    private final Kernels kernels;
    private final PointGroup group;
    private final MsmDevice device;
    private final MsmProblem problem;
    private final Bases bases;
    private final Optional<Bases> multiples;
    private MsmPlan plan;

    /** Where bases lie, and which tables of their multiples lie with them. */
    private record Bases(long address, MsmTables tables) {}

    public DeviceMsm(Kernels kernels, PointGroup group, MsmTables tables, MsmDevice device, MsmProblem problem) {
        this(kernels, group, device, problem, new Bases(problem.bases(), tables), Optional.empty());
    }

    private DeviceMsm(
            Kernels kernels,
            PointGroup group,
            MsmDevice device,
            MsmProblem problem,
            Bases bases,
            Optional<Bases> multiples) {
        this.kernels = kernels;
        this.group = group;
        this.device = device;
        this.problem = problem;
        this.bases = bases;
        this.multiples = multiples;
    }

    /** The same with tables of multiples at another place, which it takes where they save additions: it knows that once the dense scalars are counted. */
    public DeviceMsm withTables(MsmTables tables, long address) {
        return new DeviceMsm(kernels, group, device, problem, bases, Optional.of(new Bases(address, tables)));
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
        long address = choose(dense, units, scratchBytes);
        if (plan.scratchBytes() > scratchBytes) {
            throw new ProofmillException(
                    ReasonCode.OUT_OF_DEVICE_MEMORY,
                    "an MSM of %d dense scalars needs %d bytes of scratch, it was given %d"
                            .formatted(dense, plan.scratchBytes(), scratchBytes));
        }
        for (MsmLaunch launch : plan.launches(problem.withBases(address), scratch)) {
            work.checkpoint();
            launch(stream, launch);
        }
        stream.download(problem.result(), sums.asSlice(0, (plan.setCount() + 1L) * group.pointBytes()));
    }

    /** Plans, and returns the address of the bases that the plan is for. */
    private long choose(long dense, long units, long scratchBytes) {
        plan = plan(bases, dense, units, scratchBytes);
        if (multiples.isEmpty()) {
            return bases.address();
        }
        MsmPlan other = plan(multiples.get(), dense, units, scratchBytes);
        if (other.scratchBytes() > scratchBytes || other.additions() >= plan.additions()) {
            return bases.address();
        }
        plan = other;
        return multiples.get().address();
    }

    private MsmPlan plan(Bases where, long dense, long units, long scratchBytes) {
        return new MsmPlan(new MsmSize(group, problem.baseCount(), dense, units, where.tables(), device, scratchBytes));
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
