package io.proofmill.gpu.driver;

import java.lang.foreign.MemorySegment;
import jcuda.driver.JCudaDriver;

/** Host memory that is locked in place while this lives: copies run at the bus' full speed and beside kernels. Registering costs milliseconds a GiB: do it once and reuse it. */
public final class PinnedMemory implements AutoCloseable {
    private static final int PORTABLE = JCudaDriver.CU_MEMHOSTREGISTER_PORTABLE;

    private final Context context;
    private final MemorySegment segment;
    private boolean closed;

    PinnedMemory(Context context, MemorySegment segment) {
        this.context = context;
        this.segment = segment;
        context.makeCurrent();
        CudaCall.check(
                JCudaDriver.cuMemHostRegister(HostPointer.to(segment), segment.byteSize(), PORTABLE),
                context.device(),
                "pinning host memory",
                segment.byteSize(),
                "bytes");
    }

    /** The memory. */
    public MemorySegment segment() {
        return segment;
    }

    /** Unlocks the memory; the segment itself stays. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            context.makeCurrent();
            CudaCall.check(
                    JCudaDriver.cuMemHostUnregister(HostPointer.to(segment)),
                    context.device(),
                    "unpinning host memory",
                    segment.byteSize(),
                    "bytes");
        }
    }
}
