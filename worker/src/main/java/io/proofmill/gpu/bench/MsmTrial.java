package io.proofmill.gpu.bench;

import io.proofmill.gpu.driver.DeviceMemory;
import io.proofmill.gpu.driver.Event;
import io.proofmill.gpu.driver.PinnedMemory;
import io.proofmill.gpu.msm.DeviceMsm;
import io.proofmill.gpu.msm.FixedBaseKernels;
import io.proofmill.gpu.msm.MsmDevice;
import io.proofmill.gpu.msm.MsmPlan;
import io.proofmill.gpu.msm.MsmProblem;
import io.proofmill.gpu.msm.MsmSize;
import io.proofmill.gpu.msm.MsmTables;
import io.proofmill.gpu.msm.PointGroup;
import io.proofmill.math.Curve;
import io.proofmill.math.Point;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * One MSM over points whose discrete logarithms are known: the points are k_i G, made on the device, so that the sum must be (sum of s_i k_i) G. Points and scalars stay on the device
 * between runs.
 */
public final class MsmTrial implements AutoCloseable {
    private final BenchDevice device;
    private final PointGroup group;
    private final MsmTables tables;
    private final MsmProblem problem;
    private final DeviceMemory scratch;
    private final Point expected;
    private final double tableMilliseconds;
    private final long pointBytes;
    private final Arena arena = Arena.ofShared();
    private final PinnedMemory counts;
    private final PinnedMemory sums;
    private final Event classified;
    private final List<DeviceMemory> owned = new ArrayList<>();
    private MsmPlan lastPlan;

    /**
     * @param count points
     * @param tableCount tables of multiples, 1 for none
     * @param degenerate whether many points are infinity, equal or opposite
     */
    public MsmTrial(
            BenchDevice device,
            PointGroup group,
            long count,
            Mix mix,
            int tableCount,
            boolean degenerate,
            long scratchLimit,
            long seed) {
        this.device = device;
        this.group = group;
        this.tables = tableCount == 1 ? MsmTables.NONE : MsmTables.of(group, count, tableCount);
        this.pointBytes = count * tableCount * group.pointBytes();
        this.counts = device.context().pin(arena.allocate(MsmProblem.COUNT_BYTES, 4096));
        this.sums = device.context().pin(arena.allocate((long) MsmPlan.MAX_RESULT_POINTS * group.pointBytes(), 4096));
        this.classified = device.context().event();
        DeviceMemory points = own(pointBytes);
        FixedBaseKernels fixedBase = new FixedBaseKernels(device.kernels(), group, device.stream());
        SampleScalars sample = new SampleScalars(Curve.of(group.curve()).fr());
        DeviceMemory scalars;
        try (Arena host = Arena.ofShared()) {
            MemorySegment logs =
                    degenerate ? sample.drawDegenerate(count, seed, host) : sample.draw(count, Mix.UNIFORM, seed, host);
            makePoints(fixedBase, logs, points, count);
            MemorySegment values = sample.draw(count, mix, seed + 1_000_003, host);
            scalars = device.upload(values);
            owned.add(scalars);
            expected = group.group().generator().times(sample.dot(logs, values, count));
        }
        tableMilliseconds = device.time(() -> fixedBase.makeTables(points.address(), count, tables));
        MsmDevice shape = MsmDevice.of(device.device());
        MsmSize largest = MsmSize.largest(group, count, tables, shape, scratchLimit);
        scratch = own(new MsmPlan(largest).scratchBytes());
        DeviceMemory result = own((long) MsmPlan.MAX_RESULT_POINTS * group.pointBytes());
        DeviceMemory lists = own(MsmProblem.listBytes(count));
        problem = new MsmProblem(points.address(), count, scalars.address(), count, result.address(), lists.address());
    }

    private DeviceMemory own(long bytes) {
        DeviceMemory memory = device.context().allocate(bytes);
        owned.add(memory);
        return memory;
    }

    private void makePoints(FixedBaseKernels fixedBase, MemorySegment logs, DeviceMemory points, long count) {
        try (DeviceMemory logsOnDevice = device.upload(logs);
                DeviceMemory table = device.context().allocate(fixedBase.tableBytes())) {
            fixedBase.fillTable(group.group().generator(), table.address());
            fixedBase.multiply(table.address(), logsOnDevice.address(), count, points.address());
            device.stream().synchronize();
        }
    }

    /** Runs it once: milliseconds from the scalars on the device to the sum's windows on the host. The host's last additions are not in it. */
    public double run() {
        DeviceMsm msm = new DeviceMsm(device.kernels(), group, tables, MsmDevice.of(device.device()), problem);
        double milliseconds = device.time(() -> {
            msm.classify(device.stream(), counts.segment());
            device.stream().record(classified);
            while (!classified.reached()) {
                Thread.onSpinWait();
            }
            msm.sum(
                    device.stream(),
                    counts.segment(),
                    scratch.address(),
                    scratch.bytes(),
                    sums.segment(),
                    Work.UNATTENDED);
        });
        lastPlan = msm.plan();
        Point sum = msm.combine(sums.segment());
        if (!sum.equals(expected)) {
            throw new IllegalStateException(
                    "the MSM over " + group + " is wrong: found " + sum + ", expected " + expected);
        }
        return milliseconds;
    }

    /** The result's bytes of the last run: the windows' sums. */
    public byte[] lastResult() {
        return sums.segment()
                .asSlice(0, (lastPlan.setCount() + 1L) * group.pointBytes())
                .toArray(ValueLayout.JAVA_BYTE);
    }

    /** The plan of the last run. */
    public MsmPlan lastPlan() {
        return lastPlan;
    }

    /** Scalars of the last run other than 0, 1 and -1. */
    public long denseScalars() {
        return counts.segment().get(ValueLayout.JAVA_LONG, 0);
    }

    /** Scalars of the last run that were 1 or -1. */
    public long unitScalars() {
        return counts.segment().get(ValueLayout.JAVA_LONG, Long.BYTES);
    }

    /** Milliseconds that making the tables of multiples took. */
    public double tableMilliseconds() {
        return tableMilliseconds;
    }

    /** Bytes of the points, tables of multiples included. */
    public long pointBytes() {
        return pointBytes;
    }

    /** Bytes of scratch. */
    public long scratchBytes() {
        return scratch.bytes();
    }

    /** Bytes of the scalars. */
    public long scalarBytes() {
        return problem.scalarCount() * Scalars.BYTES;
    }

    @Override
    public void close() {
        device.stream().synchronize();
        owned.forEach(DeviceMemory::close);
        counts.close();
        sums.close();
        classified.close();
        arena.close();
    }
}
