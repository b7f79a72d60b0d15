package io.proofmill.gpu.driver;

import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** A mark in a stream: reached or not, and when. */
public final class Event implements AutoCloseable {
    private final Context context;
    private final CUevent handle = new CUevent();

    Event(Context context) {
        this.context = context;
        context.makeCurrent();
        CudaCall.check(
                JCudaDriver.cuEventCreate(handle, CUevent_flags.CU_EVENT_BLOCKING_SYNC),
                context.device(),
                "creating an event");
    }

    /** True once the work before the mark is done. A kernel's fault shows here. */
    public boolean reached() {
        context.makeCurrent();
        int result = JCudaDriver.cuEventQuery(handle);
        if (result == CUresult.CUDA_ERROR_NOT_READY) {
            return false;
        }
        CudaCall.check(result, context.device(), "asking for an event");
        return true;
    }

    /** Sleeps until the mark is reached; returns at once for a mark that was never put into a stream. */
    public void awaitOnHost() {
        context.makeCurrent();
        CudaCall.check(JCudaDriver.cuEventSynchronize(handle), context.device(), "waiting for an event");
    }

    /** Milliseconds on the device's clock from an earlier mark to this one, both reached; resolution about half a microsecond. */
    public double millisecondsSince(Event earlier) {
        context.makeCurrent();
        float[] milliseconds = new float[1];
        CudaCall.check(
                JCudaDriver.cuEventElapsedTime(milliseconds, earlier.handle, handle),
                context.device(),
                "timing two events");
        return milliseconds[0];
    }

    CUevent handle() {
        return handle;
    }

    @Override
    public void close() {
        context.makeCurrent();
        JCudaDriver.cuEventDestroy(handle);
    }
}
