package io.proofmill.gpu;

import io.proofmill.gpu.driver.Context;
import io.proofmill.gpu.driver.Cuda;
import io.proofmill.gpu.driver.DeviceMemory;
import io.proofmill.gpu.driver.Event;
import io.proofmill.gpu.driver.KernelImages;
import io.proofmill.gpu.driver.Kernels;
import io.proofmill.gpu.driver.PinnedMemory;
import io.proofmill.gpu.driver.Stream;
import io.proofmill.gpu.msm.FixedBaseKernels;
import io.proofmill.gpu.msm.PointGroup;
import io.proofmill.groth16.GeneratorMultiples;
import io.proofmill.math.Group;
import io.proofmill.math.Parallel;
import io.proofmill.math.Scalars;
import io.proofmill.math.Work;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Multiples of the generators made by a device, for development keys. Scalars and points go through two pairs of pinned buffers, so that the device multiplies while the host copies what it
 * made before. For one multiplication at a time.
 */
public final class DeviceMultiples implements GeneratorMultiples, AutoCloseable {
    private static final long PIECE = 1 << 19;
    private static final long LARGEST_POINT = 192;
    private static final long PAGE = 4096;
    private static final long COPY_GRAIN = 4L << 20;

    private final Context context;
    private final Kernels kernels;
    private final Stream stream;
    private final Arena arena = Arena.ofShared();
    private final List<Slot> slots = new ArrayList<>();
    private final Map<PointGroup, DeviceMemory> tables = new EnumMap<>(PointGroup.class);

    /** What a piece in flight has to itself. */
    private record Slot(DeviceMemory scalars, DeviceMemory points, PinnedMemory in, PinnedMemory out, Event done) {}

    private DeviceMultiples(Context context, KernelImages images) {
        this.context = context;
        this.kernels = new Kernels(context, images);
        this.stream = context.stream();
        for (int i = 0; i < 2; i++) {
            slots.add(new Slot(
                    context.allocate(PIECE * Scalars.BYTES),
                    context.allocate(PIECE * LARGEST_POINT),
                    context.pin(arena.allocate(PIECE * Scalars.BYTES, PAGE)),
                    context.pin(arena.allocate(PIECE * LARGEST_POINT, PAGE)),
                    context.event()));
        }
    }

    /** The first device, unless this machine has none or this build has no kernels. */
    public static Optional<DeviceMultiples> open() {
        Optional<Cuda> cuda = Cuda.load();
        Optional<KernelImages> images = KernelImages.find();
        if (cuda.isEmpty() || images.isEmpty()) {
            return Optional.empty();
        }
        Context context = Context.open(cuda.get().devices().getFirst());
        return Optional.of(new DeviceMultiples(context, images.get()));
    }

    @Override
    public synchronized void multiply(Group group, MemorySegment scalars, MemorySegment out, long count, Work work) {
        PointGroup points = PointGroup.of(group);
        FixedBaseKernels multiplication = new FixedBaseKernels(kernels, points, stream);
        long table = table(points, multiplication);
        long pieces = Math.ceilDiv(count, PIECE);
        for (long piece = 0; piece < pieces + slots.size(); piece++) {
            work.checkpoint();
            Slot slot = slots.get((int) (piece % slots.size()));
            long earlier = piece - slots.size();
            if (earlier >= 0 && earlier < pieces) {
                fetch(slot, window(out, earlier, count, points.pointBytes()), work);
            }
            if (piece < pieces) {
                queue(multiplication, table, slot, window(scalars, piece, count, Scalars.BYTES), points, work);
            }
        }
    }

    private static MemorySegment window(MemorySegment vector, long piece, long count, long bytes) {
        long first = piece * PIECE;
        return vector.asSlice(first * bytes, Math.min(PIECE, count - first) * bytes);
    }

    private void queue(
            FixedBaseKernels multiplication,
            long table,
            Slot slot,
            MemorySegment scalars,
            PointGroup group,
            Work work) {
        long count = scalars.byteSize() / Scalars.BYTES;
        copy(scalars, slot.in().segment(), work);
        stream.upload(
                slot.in().segment().asSlice(0, scalars.byteSize()),
                slot.scalars().address());
        multiplication.multiply(
                table, slot.scalars().address(), count, slot.points().address());
        stream.download(slot.points().address(), slot.out().segment().asSlice(0, count * group.pointBytes()));
        stream.record(slot.done());
    }

    private static void fetch(Slot slot, MemorySegment out, Work work) {
        slot.done().awaitOnHost();
        copy(slot.out().segment().asSlice(0, out.byteSize()), out, work);
    }

    private static void copy(MemorySegment from, MemorySegment to, Work work) {
        Parallel.forRanges(
                from.byteSize(),
                COPY_GRAIN,
                work,
                (first, end) -> MemorySegment.copy(from, first, to, first, end - first));
    }

    private long table(PointGroup group, FixedBaseKernels multiplication) {
        return tables.computeIfAbsent(group, absent -> {
                    DeviceMemory table = context.allocate(multiplication.tableBytes());
                    multiplication.fillTable(group.group().generator(), table.address());
                    return table;
                })
                .address();
    }

    /** Frees the device. */
    @Override
    public void close() {
        stream.synchronize();
        for (Slot slot : slots) {
            slot.in().close();
            slot.out().close();
            slot.done().close();
        }
        stream.close();
        kernels.close();
        context.close();
        arena.close();
    }
}
