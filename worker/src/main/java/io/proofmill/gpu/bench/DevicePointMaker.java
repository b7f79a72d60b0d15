package io.proofmill.gpu.bench;

import io.proofmill.gpu.driver.DeviceMemory;
import io.proofmill.gpu.msm.FixedBaseKernels;
import io.proofmill.gpu.msm.PointGroup;
import io.proofmill.math.Scalars;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Makes multiples of generators on a device, in pieces that fit any. */
public final class DevicePointMaker implements DenseTrial.PointMaker {
    private static final long PIECE = 1 << 22;

    private final BenchDevice device;

    public DevicePointMaker(BenchDevice device) {
        this.device = device;
    }

    @Override
    public MemorySegment multiply(PointGroup group, MemorySegment scalars, long count, Arena arena) {
        MemorySegment points = arena.allocate(count * group.pointBytes(), Scalars.BYTES);
        FixedBaseKernels kernels = new FixedBaseKernels(device.kernels(), group, device.stream());
        long piece = Math.min(PIECE, count);
        try (DeviceMemory table = device.context().allocate(kernels.tableBytes());
                DeviceMemory in = device.context().allocate(piece * Scalars.BYTES);
                DeviceMemory out = device.context().allocate(piece * group.pointBytes())) {
            kernels.fillTable(group.group().generator(), table.address());
            for (long first = 0; first < count; first += piece) {
                long some = Math.min(piece, count - first);
                device.stream().upload(scalars.asSlice(first * Scalars.BYTES, some * Scalars.BYTES), in.address());
                kernels.multiply(table.address(), in.address(), some, out.address());
                device.stream()
                        .download(out.address(), points.asSlice(first * group.pointBytes(), some * group.pointBytes()));
                device.stream().synchronize();
            }
        }
        return points;
    }
}
