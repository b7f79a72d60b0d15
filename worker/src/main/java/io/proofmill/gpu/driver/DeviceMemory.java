package io.proofmill.gpu.driver;

import jcuda.driver.JCudaDriver;

/** Memory taken from a device with one call. */
public final class DeviceMemory implements AutoCloseable {
    private final Context context;
    private final DevicePointer pointer;
    private final long bytes;
    private boolean closed;

    DeviceMemory(Context context, DevicePointer pointer, long bytes) {
        this.context = context;
        this.pointer = pointer;
        this.bytes = bytes;
    }

    /** Its first byte's address on the device. */
    public long address() {
        return pointer.address();
    }

    /** Its size. */
    public long bytes() {
        return bytes;
    }

    /** Gives the memory back. */
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            context.makeCurrent();
            CudaCall.check(JCudaDriver.cuMemFree(pointer), context.device(), "freeing device memory", bytes, "bytes");
        }
    }
}
