package io.proofmill.gpu.driver;

import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;

/** Loaded kernels. */
public final class Module implements AutoCloseable {
    private final Context context;
    private final CUmodule handle;

    Module(Context context, CUmodule handle) {
        this.context = context;
        this.handle = handle;
    }

    /** A kernel by its C name. */
    public KernelFunction function(String name) {
        return context.function(handle, name);
    }

    @Override
    public void close() {
        context.makeCurrent();
        JCudaDriver.cuModuleUnload(handle);
    }
}
