package io.proofmill.gpu.msm;

import io.proofmill.gpu.driver.KernelArguments;
import io.proofmill.gpu.driver.KernelFunction;
import io.proofmill.gpu.driver.Kernels;
import io.proofmill.gpu.driver.LaunchShape;
import io.proofmill.gpu.driver.Stream;
import io.proofmill.math.Point;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Multiples of one point, and tables of multiples of many: for development keys, test points and faster MSMs. */
public final class FixedBaseKernels {
    private static final int TABLE_POINTS = 8192;
    private static final int THREADS = 128;
    private static final long MOST_BLOCKS = 1 << 14;

    private final Kernels kernels;
    private final PointGroup group;
    private final Stream stream;

    /** The kernels of a group, queued on a stream. */
    public FixedBaseKernels(Kernels kernels, PointGroup group, Stream stream) {
        this.kernels = kernels;
        this.group = group;
        this.stream = stream;
    }

    /** Bytes of a table of one point's multiples, and of the point itself behind it. */
    public long tableBytes() {
        return (TABLE_POINTS + 1L) * group.pointBytes();
    }

    /** Fills a table of a point's multiples. Waits for it. */
    public void fillTable(Point base, long table) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment packed = arena.allocate(group.pointBytes(), Long.BYTES);
            base.write(packed, 0);
            long point = table + (long) TABLE_POINTS * group.pointBytes();
            stream.upload(packed, point);
            stream.launch(
                    kernel("fixed_base_table_"),
                    LaunchShape.of(TABLE_POINTS / THREADS, THREADS),
                    new KernelArguments().address(point).address(table));
            stream.synchronize();
        }
    }

    /** out[i] = scalars[i] times the table's point, for canonical scalars. */
    public void multiply(long table, long scalars, long count, long out) {
        stream.launch(
                kernel("fixed_base_multiply_"),
                covering(count),
                new KernelArguments()
                        .address(table)
                        .address(scalars)
                        .int64(count)
                        .address(out));
    }

    /** Fills tables 1, 2, ... of the multiples that an MSM asks for from table 0, the bases. */
    public void makeTables(long bases, long count, MsmTables tables) {
        long tableBytes = count * group.pointBytes();
        for (int table = 1; table < tables.count(); table++) {
            stream.launch(
                    kernel("double_bases_"),
                    covering(count),
                    new KernelArguments()
                            .address(bases + (table - 1) * tableBytes)
                            .int64(count)
                            .int32(tables.doublings(group))
                            .address(bases + table * tableBytes));
        }
    }

    private static LaunchShape covering(long count) {
        return LaunchShape.of(Math.clamp(Math.ceilDiv(count, THREADS), 1, MOST_BLOCKS), THREADS);
    }

    private KernelFunction kernel(String prefix) {
        return kernels.function(group.module(), prefix + group.suffix());
    }
}
