package io.proofmill.gpu.driver;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/** An ordered queue of work on a device. All methods return at once except {@link #synchronize}. */
public final class Stream implements AutoCloseable {
    private final Context context;
    private final CUstream handle = new CUstream();

    Stream(Context context) {
        this.context = context;
        context.makeCurrent();
        CudaCall.check(
                JCudaDriver.cuStreamCreate(handle, CUstream_flags.CU_STREAM_NON_BLOCKING),
                context.device(),
                "creating a stream");
    }

    /** The context that the stream belongs to. */
    public Context context() {
        return context;
    }

    /** Copies a native host segment up. From memory that is not pinned, this returns only after the copy was staged. */
    public void upload(MemorySegment host, long address) {
        context.makeCurrent();
        CopiedBytes.of(context.device()).addUp(host.byteSize());
        CudaCall.check(
                JCudaDriver.cuMemcpyHtoDAsync(DevicePointer.at(address), HostPointer.to(host), host.byteSize(), handle),
                context.device(),
                "copying to the device",
                host.byteSize(),
                "bytes to",
                address);
    }

    /** Copies device memory down into a native host segment. */
    public void download(long address, MemorySegment host) {
        context.makeCurrent();
        CopiedBytes.of(context.device()).addDown(host.byteSize());
        CudaCall.check(
                JCudaDriver.cuMemcpyDtoHAsync(HostPointer.to(host), DevicePointer.at(address), host.byteSize(), handle),
                context.device(),
                "copying from the device",
                host.byteSize(),
                "bytes from",
                address);
    }

    /** Copies within the device. */
    public void copy(long from, long to, long bytes) {
        context.makeCurrent();
        CudaCall.check(
                JCudaDriver.cuMemcpyDtoDAsync(DevicePointer.at(to), DevicePointer.at(from), bytes, handle),
                context.device(),
                "copying on the device",
                bytes,
                "bytes from",
                from,
                "to",
                to);
    }

    /** Sets every byte of a range. */
    public void fill(long address, byte value, long bytes) {
        context.makeCurrent();
        CudaCall.check(
                JCudaDriver.cuMemsetD8Async(DevicePointer.at(address), value, bytes, handle),
                context.device(),
                "filling device memory",
                bytes,
                "bytes at",
                address);
    }

    /** Queues a kernel. */
    public void launch(KernelFunction kernel, LaunchShape shape, KernelArguments arguments) {
        kernel.allowSharedMemory(shape.sharedBytes());
        context.makeCurrent();
        try (Arena arena = Arena.ofConfined()) {
            CudaCall.check(
                    JCudaDriver.cuLaunchKernel(
                            kernel.handle(),
                            shape.blocks(),
                            shape.rows(),
                            shape.layers(),
                            shape.threads(),
                            1,
                            1,
                            shape.sharedBytes(),
                            handle,
                            arguments.lay(arena),
                            null),
                    context.device(),
                    "launching " + kernel.name(),
                    shape,
                    "arguments",
                    arguments);
        }
    }

    /** Puts a mark at the end of what is queued. */
    public void record(Event event) {
        context.makeCurrent();
        CudaCall.check(JCudaDriver.cuEventRecord(event.handle(), handle), context.device(), "recording an event");
    }

    /** Makes what is queued later wait for a mark of another stream. */
    public void await(Event event) {
        context.makeCurrent();
        CudaCall.check(JCudaDriver.cuStreamWaitEvent(handle, event.handle(), 0), context.device(), "awaiting an event");
    }

    /** Whether all that is queued is done. A kernel's fault shows here. */
    public boolean idle() {
        context.makeCurrent();
        int result = JCudaDriver.cuStreamQuery(handle);
        if (result == CUresult.CUDA_ERROR_NOT_READY) {
            return false;
        }
        CudaCall.check(result, context.device(), "asking for the stream");
        return true;
    }

    /** Sleeps until all that is queued is done. A kernel's fault shows here. */
    public void synchronize() {
        context.makeCurrent();
        CudaCall.check(JCudaDriver.cuStreamSynchronize(handle), context.device(), "waiting for the stream");
    }

    @Override
    public void close() {
        context.makeCurrent();
        JCudaDriver.cuStreamDestroy(handle);
    }
}
