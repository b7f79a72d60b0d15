package io.proofmill.gpu.driver;

import java.lang.foreign.MemorySegment;
import jcuda.driver.CUcontext;
import jcuda.driver.CUctx_flags;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;

/** A device opened by this process. Closing it frees all that it still holds on the device. Thread-safe. */
public final class Context implements AutoCloseable {
    private final Device device;
    private final CUcontext handle = new CUcontext();

    private Context(Device device) {
        this.device = device;
    }

    /** Opens a device. Waiting threads sleep instead of spinning: the host's cores belong to synthesis. */
    public static Context open(Device device) {
        Context context = new Context(device);
        CudaCall.check(
                JCudaDriver.cuCtxCreate(
                        context.handle, CUctx_flags.CU_CTX_SCHED_BLOCKING_SYNC, DeviceQuery.handle(device.ordinal())),
                device,
                "creating a context");
        return context;
    }

    /** The device. */
    public Device device() {
        return device;
    }

    /** Bytes of device memory that no process holds now. */
    public long freeBytes() {
        makeCurrent();
        long[] free = new long[1];
        long[] total = new long[1];
        CudaCall.check(JCudaDriver.cuMemGetInfo(free, total), device, "asking for the free memory");
        return free[0];
    }

    /**
     * Takes device memory.
     *
     * @throws DeviceException OUT_OF_DEVICE_MEMORY when the device has less
     */
    public DeviceMemory allocate(long bytes) {
        makeCurrent();
        DevicePointer pointer = new DevicePointer();
        CudaCall.check(JCudaDriver.cuMemAlloc(pointer, bytes), device, "allocating device memory", bytes, "bytes");
        return new DeviceMemory(this, pointer, bytes);
    }

    /** A new stream. Work in it runs in order; work of several streams may overlap. */
    public Stream stream() {
        return new Stream(this);
    }

    /** A new event that can be timed. */
    public Event event() {
        return new Event(this);
    }

    /** Locks a segment of host memory in place, so that the device can copy it at full speed. It must be native and outlive the result. */
    public PinnedMemory pin(MemorySegment segment) {
        return new PinnedMemory(this, segment);
    }

    /** Loads a fatbin or cubin. */
    public Module load(byte[] image) {
        makeCurrent();
        CUmodule module = new CUmodule();
        CudaCall.check(JCudaDriver.cuModuleLoadData(module, image), device, "loading kernels", image.length, "bytes");
        return new Module(this, module);
    }

    KernelFunction function(CUmodule module, String name) {
        makeCurrent();
        CUfunction function = new CUfunction();
        CudaCall.check(JCudaDriver.cuModuleGetFunction(function, module, name), device, "finding kernel", name);
        return new KernelFunction(this, name, function);
    }

    /** Binds the context to the calling thread; cheap when it is bound already. */
    void makeCurrent() {
        CudaCall.check(JCudaDriver.cuCtxSetCurrent(handle), device, "binding the context to a thread");
    }

    /** Frees the context and all on it. A lost context is dropped without complaint: there is nothing left to free. */
    @Override
    public void close() {
        JCudaDriver.cuCtxDestroy(handle);
    }
}
