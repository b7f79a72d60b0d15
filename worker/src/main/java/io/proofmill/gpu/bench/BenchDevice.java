package io.proofmill.gpu.bench;

import io.proofmill.gpu.driver.Context;
import io.proofmill.gpu.driver.Cuda;
import io.proofmill.gpu.driver.Device;
import io.proofmill.gpu.driver.DeviceMemory;
import io.proofmill.gpu.driver.Event;
import io.proofmill.gpu.driver.KernelImages;
import io.proofmill.gpu.driver.Kernels;
import io.proofmill.gpu.driver.Stream;
import io.proofmill.math.ProofmillException;
import io.proofmill.math.ReasonCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A device opened for measurements: one stream, and memory as it is asked for. */
public final class BenchDevice implements AutoCloseable {
    private static final int REPEATS = 8;

    private final Context context;
    private final Kernels kernels;
    private final Stream stream;
    private final Event start;
    private final Event end;

    private BenchDevice(Context context, KernelImages images) {
        this.context = context;
        this.kernels = new Kernels(context, images);
        this.stream = context.stream();
        this.start = context.event();
        this.end = context.event();
    }

    /**
     * Opens a device.
     *
     * @throws ProofmillException NO_DEVICE when there is none, or no kernels in this build
     */
    public static BenchDevice open(int ordinal) {
        Cuda cuda = Cuda.load().orElseThrow(() -> new ProofmillException(ReasonCode.NO_DEVICE, Cuda.sentence()));
        KernelImages images = KernelImages.find()
                .orElseThrow(() -> new ProofmillException(ReasonCode.NO_DEVICE, "this build has no GPU kernels"));
        if (ordinal < 0 || ordinal >= cuda.devices().size()) {
            throw new ProofmillException(
                    ReasonCode.NO_DEVICE, "there is no GPU " + ordinal + ", only " + cuda.devices());
        }
        return new BenchDevice(Context.open(cuda.devices().get(ordinal)), images);
    }

    public Device device() {
        return context.device();
    }

    public Context context() {
        return context;
    }

    public Kernels kernels() {
        return kernels;
    }

    public Stream stream() {
        return stream;
    }

    /** Takes memory and copies the segment into it. */
    public DeviceMemory upload(MemorySegment values) {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment source = values.isNative()
                    ? values
                    : arena.allocate(values.byteSize(), Long.BYTES).copyFrom(values);
            DeviceMemory memory = context.allocate(source.byteSize());
            stream.upload(source, memory.address());
            stream.synchronize();
            return memory;
        }
    }

    /** Milliseconds that queued work takes by the device's clock. Returns when it is done. */
    public double time(Runnable work) {
        stream.record(start);
        work.run();
        stream.record(end);
        end.awaitOnHost();
        return end.millisecondsSince(start);
    }

    /** Milliseconds that short work takes by the device's clock when it is queued again and again, so that the host's part in starting it is hidden. */
    public double timeRepeated(Runnable work) {
        return time(() -> {
                    for (int i = 0; i < REPEATS; i++) {
                        work.run();
                    }
                })
                / REPEATS;
    }

    @Override
    public void close() {
        start.close();
        end.close();
        stream.close();
        kernels.close();
        context.close();
    }
}
